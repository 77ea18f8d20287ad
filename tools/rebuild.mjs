/**
 * `npm run rebuild [-- SERVICE PROJECTION] [--data DIR]`: rebuilds a projection while the system runs from the data
 * directory, or in the database of `<SERVICE>_DATABASE_URL`. Lists the projections if called without arguments.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { entryFile, nodeBinary } from './lib/paths.mjs';
import { exitWith } from './lib/process-end.mjs';
import { onProjectNode } from './lib/relaunch.mjs';
import { runCommand } from './lib/run.mjs';
import { say } from './lib/say.mjs';
import { dataDirectory } from './lib/start/options.mjs';
import { liveRun, readEnvironments } from './lib/start/run-file.mjs';

const { values, positionals } = parseArgs({ options: { data: { type: 'string' } }, allowPositionals: true });
await onProjectNode(fileURLToPath(import.meta.url), { withTools: false });
const { ensureBuilt } = await import('./lib/build.mjs');
const { databaseNames } = await import('./lib/start/secrets.mjs');

function environmentOf(service) {
  const variable = (kind) => process.env[`${service.toUpperCase()}_DATABASE_${kind}`];
  const given = variable('URL');
  if (given) return { DATABASE_URL: given, DATABASE_MIGRATION_URL: variable('MIGRATION_URL') ?? given };
  const data = dataDirectory(values.data);
  if (!liveRun(data))
    throw new Error(`Start the system first (npm start), or give ${service.toUpperCase()}_DATABASE_URL.`);
  return readEnvironments(data)[service];
}

const entryOf = (service) => entryFile(`services/${service}`, 'rebuild');

/** If the command fails, throws an error with the service's output. */
async function projectionsOf(service) {
  const { code, output } = await runCommand(nodeBinary, [entryOf(service)], { stdio: 'pipe' });
  if (code !== 0) throw new Error(output.trim());
  return output.trim().split('\n').filter(Boolean);
}

async function list() {
  say('usage: npm run rebuild -- SERVICE PROJECTION [--data DIR]');
  for (const service of databaseNames) say(`  ${service}: ${(await projectionsOf(service)).join(', ')}`);
  return 0;
}

async function main([service, projection, ...rest]) {
  await ensureBuilt(() => undefined, ['services', 'processes']);
  if (service === undefined) return list();
  if (!databaseNames.includes(service) || projection === undefined || rest.length > 0) {
    await list();
    return 2;
  }
  const { code } = await runCommand(nodeBinary, [entryOf(service), projection], { env: environmentOf(service) });
  return code;
}

await exitWith(() => main(positionals));
