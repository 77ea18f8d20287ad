/**
 * `npm run ledger|moderation|dead-letters|streams -- COMMAND [--data DIR]` runs a command of `gateway/src/operator.ts`
 * with the services at `NATS_URL`, or with the system that runs from the data directory. Exit code 1: the result is bad
 * or no service answers. Exit code 2: the arguments are invalid.
 */
import { parseArgs } from 'node:util';
import { ensureBuilt } from './lib/build.mjs';
import { entryFile, nodeBinary } from './lib/paths.mjs';
import { runCommand } from './lib/run.mjs';
import { say } from './lib/say.mjs';
import { dataDirectory } from './lib/start/options.mjs';
import { liveRun, readEnvironments } from './lib/start/run-file.mjs';

function readArguments() {
  const options = { data: { type: 'string' } };
  const args = process.argv.slice(2);
  const { values, tokens } = parseArgs({ args, options, strict: false, allowPositionals: true, tokens: true });
  const own = tokens.filter(({ kind, name }) => kind === 'option' && name === 'data');
  const indices = own.flatMap(({ index, inlineValue }) => (inlineValue ? [index] : [index, index + 1]));
  return { data: values.data, words: args.filter((_, index) => !indices.includes(index)) };
}

function natsUrl(data) {
  if (process.env.NATS_URL) return process.env.NATS_URL;
  const directory = dataDirectory(data);
  return liveRun(directory) ? readEnvironments(directory).operator.NATS_URL : undefined;
}

const { data, words } = readArguments();
const url = natsUrl(data);
if (url === undefined && words.length > 1) {
  say('Start the system first (npm start), or give NATS_URL.');
  process.exit(1);
}
await ensureBuilt(() => undefined, ['services', 'processes']);
const command = [entryFile('gateway', 'operator'), ...words];
const { code } = await runCommand(nodeBinary, command, { env: { NATS_URL: url ?? '' } });
process.exit(code ?? 1);
