/** Runs a command with its own PostgreSQL, NATS, S3 and mail inbox, whose addresses are in TEST_* variables. */
import { outliveSignals } from './lib/process-end.mjs';
import { runCommand } from './lib/run.mjs';
import { startTestServers } from './lib/servers/test-servers.mjs';

const [separator, command, ...args] = process.argv.slice(2);
if (separator !== '--' || command === undefined) {
  console.error('usage: node tools/test-servers.mjs -- <command> [arguments…]');
  process.exit(2);
}

// If a signal arrives during the servers' start, they are stopped afterwards, so that no server is left behind.
const isInterrupted = outliveSignals();

try {
  const servers = await startTestServers();
  const { code } = isInterrupted() ? { code: 130 } : await runCommand(command, args, { env: servers.environment });
  await servers.stop();
  process.exit(code);
} catch (error) {
  console.error(error.message);
  process.exit(isInterrupted() ? 130 : 1);
}
