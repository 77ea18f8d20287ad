/**
 * `npm run bench [-- arguments]`: every figure beside its floor in the same run, on servers of its own: PostgreSQL with
 * fsync and synchronous_commit on, NATS and Redis. Arguments are passed to lab/dist/bench/main.js.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { onProjectNode } from './lib/relaunch.mjs';
import { say } from './lib/say.mjs';

await onProjectNode(fileURLToPath(import.meta.url));
const { ensureBuilt } = await import('./lib/build.mjs');
const { provideEncoders } = await import('./lib/encoders.mjs');
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

const args = process.argv.slice(2);
const options = { json: { type: 'string' }, against: { type: 'string' } };
const { positionals: benchmarks } = parseArgs({ args, options, allowPositionals: true, strict: false });

/** With a directory for systems of the benchmarks' own. On the disk: the system's temporary directory is often memory. */
async function runBenchmarks(servers) {
  if (interrupted) return 130;
  const directory = mkdtempSync(fromRoot('.cache', 'candid-bench-'));
  try {
    const env = { ...servers, BENCH_DIRECTORY: directory };
    const { code } = await runCommand(nodeBinary, [fromRoot('lab', 'dist', 'bench', 'main.js'), ...args], { env });
    return code;
  } finally {
    // After an interruption, the systems end a little later than the benchmark.
    rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  }
}

async function measure() {
  await ensureBuilt(say, benchmarks.includes('start') ? undefined : ['services', 'tools']);
  // `start` brings servers of its own, and `faces` needs none: others would take memory and processor time.
  if (benchmarks.length === 1 && /^(start|faces)(=|$)/.test(benchmarks[0])) return runBenchmarks({});
  const isChosen = (name) => benchmarks.length === 0 || benchmarks.some((one) => one.split('=')[0] === name);
  const encoders = isChosen('photos') ? await provideEncoders(say) : {};
  const pgbench = await requirePgbench(say);
  const servers = await startTestServers({ durable: true });
  try {
    return await runBenchmarks({ ...servers.environment, ...encoders, PGBENCH: pgbench });
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
