/**
 * `npm run bench [-- arguments]`: every figure beside its floor in the same run, on servers of its own: PostgreSQL with
 * fsync and synchronous_commit on, NATS and Redis. Arguments are passed to bench/dist/main.js.
 */
import { fileURLToPath } from 'node:url';
import { onProjectNode } from './lib/relaunch.mjs';
import { say } from './lib/say.mjs';

await onProjectNode(fileURLToPath(import.meta.url));
const { ensureBuilt } = await import('./lib/build.mjs');
const { fromRoot, nodeBinary } = await import('./lib/paths.mjs');
const { requirePgbench } = await import('./lib/pgbench.mjs');
const { runCommand } = await import('./lib/run.mjs');
const { startTestServers } = await import('./lib/test-servers.mjs');

let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted = true;
  });
}

async function measure() {
  const pgbench = await requirePgbench(say);
  await ensureBuilt(say, ['services']);
  const servers = await startTestServers({ durable: true });
  try {
    if (interrupted) return 130;
    const env = { ...servers.environment, PGBENCH: pgbench };
    const { code } = await runCommand(nodeBinary, [fromRoot('bench', 'dist', 'main.js'), ...process.argv.slice(2)], {
      env,
    });
    return code;
  } finally {
    await servers.stop();
  }
}

try {
  process.exit(await measure());
} catch (error) {
  say(error.message);
  process.exit(1);
}
