import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { entryFile, nodeIn, root } from '../paths.mjs';
import { runCommand } from '../run.mjs';
import { say } from '../say.mjs';
import { prepareDatabases } from '../servers/databases.mjs';
import { partEnvironments } from './environments.mjs';
import { planInfrastructure } from './infrastructure.mjs';
import { reportLine } from './report-line.mjs';
import { writeEnvironments } from './run-file.mjs';
import { databaseNames, ensureSecrets } from './secrets.mjs';

const largestLogBytes = 10 * 1024 * 1024;

export function prepareDirectory(data) {
  const logs = path.join(data, 'logs');
  mkdirSync(logs, { recursive: true });
  for (const file of readdirSync(logs).map((name) => path.join(logs, name))) {
    if (statSync(file).size > largestLogBytes) rmSync(file);
  }
}

export const reporter =
  (group, tell = say) =>
  (name, line, source) => {
    const text = group.isStopping() ? undefined : reportLine(name, line, source);
    if (text !== undefined) tell(text);
  };

/** The result's `environments` is a promise of each part's settings, which resolves when the databases exist. */
export async function beginGround({ data, env, group, ports, natsServers, report }) {
  const { port, mailPort, publicUrl } = ports;
  const secrets = ensureSecrets(data);
  const { parts, urls } = await planInfrastructure({ data, env, secrets, mailPort, natsServers, say, report });
  if (parts.length > 0) say(`starting ${parts.map(({ name }) => name).join(', ')}`);
  const passwords = secrets.databasePasswords;
  const prepare = async () => {
    const databases = await prepareDatabases({ adminUrl: urls.postgres, pooler: urls.pooler, env, passwords });
    const environments = partEnvironments({ data, env, secrets, urls, databases, port, publicUrl });
    writeEnvironments(data, environments);
    return environments;
  };
  const environments = group.start(parts).then(prepare);
  // Prevents an unhandled rejection: the promise may reject before a caller awaits it.
  environments.catch(() => undefined);
  return { secrets, urls, environments };
}

export async function layGround(options) {
  const ground = await beginGround(options);
  return { ...ground, environments: await ground.environments };
}

export async function migrateAll(environments, home = root) {
  const outcomes = await Promise.all(
    databaseNames.map(async (name) => {
      const entry = entryFile(`services/${name}`, 'migrate', home);
      const env = { ...environments[name], NODE_COMPILE_CACHE: path.join(home, '.cache', 'compile') };
      return { name, ...(await runCommand(nodeIn(home), [entry], { env, stdio: 'pipe', cwd: home })) };
    }),
  );
  const failed = outcomes.find(({ code }) => code !== 0);
  if (failed) throw new Error(`migrating ${failed.name} failed:\n${failed.output}`);
}
