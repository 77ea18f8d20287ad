/**
 * `npm run ledger -- COMMAND`, `npm run moderation -- COMMAND`, `npm run dead-letters -- COMMAND` [--data DIR]: an operator's
 * commands, which the gateway's image has, too. They ask the services at `NATS_URL`, or those of the system that runs from the data
 * directory. Exit code 1 where something is wrong or nobody answers, 2 for a command that there is not.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './lib/build.mjs';
import { readJson } from './lib/json-file.mjs';
import { dataDirectory } from './lib/options.mjs';
import { fromRoot, nodeBinary } from './lib/paths.mjs';
import { runCommand } from './lib/run.mjs';
import { liveRun } from './lib/run-file.mjs';
import { say } from './lib/say.mjs';

/** What is for this command stays out of the others' way. */
function readArguments() {
  const options = { data: { type: 'string' } };
  const args = process.argv.slice(2);
  const { values, tokens } = parseArgs({ args, options, strict: false, allowPositionals: true, tokens: true });
  const own = tokens.filter(({ kind, name }) => kind === 'option' && name === 'data');
  const indices = own.flatMap(({ index, inlineValue }) => (inlineValue ? [index] : [index, index + 1]));
  return { data: values.data, words: args.filter((_, index) => !indices.includes(index)) };
}

/** Undefined where there is neither. */
function natsUrl(data) {
  if (process.env.NATS_URL) return process.env.NATS_URL;
  const directory = dataDirectory(data);
  return liveRun(directory) ? readJson(path.join(directory, 'environment.json')).operator.NATS_URL : undefined;
}

const { data, words } = readArguments();
const url = natsUrl(data);
if (url === undefined && words.length > 1) {
  say('Start the system first (npm start), or give NATS_URL.');
  process.exit(1);
}
await ensureBuilt(() => undefined, ['services']);
const command = [fromRoot('gateway', 'dist', 'operator.js'), ...words];
const { code } = await runCommand(nodeBinary, command, { env: { ...process.env, NATS_URL: url ?? '' } });
process.exit(code ?? 1);
