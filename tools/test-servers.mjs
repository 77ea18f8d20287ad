/** Runs a command with PostgreSQL, NATS, Redis, S3 and a mail inbox of its own, named to it by TEST_* variables. */
import { parseArgs } from 'node:util';
import { outliveSignals } from './lib/process-end.mjs';
import { runCommand } from './lib/run.mjs';
import { startTestServers } from './lib/servers/test-servers.mjs';

const separator = process.argv.indexOf('--');
if (separator < 0 || separator === process.argv.length - 1) {
  console.error('usage: node tools/test-servers.mjs [--only postgres,nats] [--durable] -- <command> [arguments…]');
  process.exit(2);
}
const [command, ...args] = process.argv.slice(separator + 1);
const { values } = parseArgs({
  args: process.argv.slice(2, separator),
  options: { only: { type: 'string' }, durable: { type: 'boolean', default: false } },
});

// A signal that comes while the servers start must not leave them behind: it is answered once they can be stopped.
const isInterrupted = outliveSignals();

try {
  const servers = await startTestServers({ names: values.only?.split(','), durable: values.durable });
  const { code } = isInterrupted() ? { code: 130 } : await runCommand(command, args, { env: servers.environment });
  await servers.stop();
  process.exit(code);
} catch (error) {
  console.error(error.message);
  process.exit(isInterrupted() ? 130 : 1);
}
