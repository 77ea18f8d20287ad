import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { faultsNamed, soakWithFaults } from '@candid/lab/fault-soak';
import { SYSTEM_ENV } from '@candid/testing';
import { createCluster } from './cluster.mjs';
import { findExecutable } from '../../tools/lib/programs/executables.mjs';
import { printFaultTable } from './fault-table.mjs';
import { fromRoot, root } from '../../tools/lib/paths.mjs';
import { patroniCluster } from './patroni.mjs';
import { freePorts } from '../../tools/lib/servers/ports.mjs';
import { runCommand } from '../../tools/lib/run.mjs';
import { s3Account, startS3 } from '../../tools/lib/servers/s3.mjs';
import { stopOnSignal } from '../../tools/lib/process-end.mjs';
import { say } from '../../tools/lib/say.mjs';

/** Longer than a client waits for an upload; short enough for the end of a run. */
const orphanAgeMs = 100_000;

/** Photos lie on a server of their own, so that it can be away. */
async function objectStorage(data) {
  const [port] = await freePorts(1);
  const logFile = path.join(data, 'logs', 's3.log');
  const definition = {
    name: 's3',
    address: `http://127.0.0.1:${port}`,
    launch: () => startS3({ directory: path.join(data, 's3'), port, logFile }),
  };
  const { accessKey, secretKey, region, bucket } = s3Account;
  const env = { S3_ENDPOINT: definition.address, S3_BUCKET: bucket, S3_REGION: region };
  return { definition, env: { ...env, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } };
}

function keptLogs(data) {
  const kept = mkdtempSync(path.join(tmpdir(), 'candid-fault-logs-'));
  cpSync(path.join(data, 'logs'), kept, { recursive: true });
  return kept;
}

/** Resolves to whether everything held under each of these faults. */
export async function runFaultSoak({ faults: names, replicas, minutes, seed, owners, natsServers, postgresServers }) {
  const faults = faultsNamed(names);
  const data = mkdtempSync(path.join(tmpdir(), 'candid-faults-'));
  const disks = mountSmallDisks(data);
  const storage = await objectStorage(data);
  const sweeps = { ORPHAN_AGE_MS: String(orphanAgeMs), SWEEP_INTERVAL_MS: '10000' };
  const copies = { NATS_STREAM_REPLICAS: String(natsServers) };
  const postgres =
    postgresServers > 1
      ? await patroniCluster({ data, count: postgresServers, password: randomUUID(), say })
      : { stages: [] };
  const database = postgres.url ? { DATABASE_URL: postgres.url } : {};
  const env = { ...process.env, ...SYSTEM_ENV, ...storage.env, ...sweeps, ...copies, ...database };
  // The complaints of processes and servers under faults fill pages; the logs have them.
  const tell = () => undefined;
  const cluster = await createCluster({
    data,
    env,
    replicas,
    servers: [[storage.definition], ...postgres.stages],
    natsServers,
    tell,
  });
  const stop = async () => {
    await cluster.stop();
    disks.unmount();
    rmSync(data, { recursive: true, force: true });
  };
  stopOnSignal(stop);
  say(
    `${replicas} of each process, ${natsServers} of NATS, ${postgresServers} of PostgreSQL, ${faults.length} faults, ${minutes} minutes, seed ${seed}`,
  );
  let holds = false;
  try {
    const clockLibrary = await provideFaketime(say);
    await cluster.start(root);
    const system = {
      ...cluster.system,
      control: cluster.control,
      clockLibrary,
      smallDisks: disks.names,
      natsServers,
      postgresServers,
    };
    const outcomes = await soakWithFaults(system, { faults, seed, owners, durationMs: minutes * 60_000, say: report });
    holds = printFaultTable(outcomes);
    return holds;
  } finally {
    if (!holds) say(`logs of all processes: ${keptLogs(data)}`);
    await stop();
  }
}

const report = (line) => say(`${new Date().toISOString().slice(11, 19)} ${line}`);

const mebibytes = { postgres: 768, nats: 128, redis: 96, s3: 128 };

const run = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** Mounts a small file system in memory for each server's data, where that is allowed. Returns { names, unmount }. */
function mountSmallDisks(data) {
  const names = [];
  for (const [name, size] of Object.entries(mebibytes)) {
    const directory = path.join(data, name);
    mkdirSync(directory, { recursive: true });
    const isMounted =
      process.platform === 'linux' &&
      run('mount', '-t', 'tmpfs', '-o', `size=${size}m,mode=0700`, 'candid-soak', directory);
    if (isMounted) names.push(name);
  }
  return { names, unmount: () => names.splice(0).every((name) => run('umount', '--lazy', path.join(data, name))) };
}

/** For threads; Node has several. */
const library = 'usr/lib/*/faketime/libfaketimeMT.so.1';

const found = (tree) => globSync(path.join(tree, library))[0];

/** Without root: the package is downloaded and unpacked, and not installed. */
async function download(directory, say) {
  say('fetching libfaketime from Debian');
  for (const [command, ...args] of [
    ['apt-get', '-qq', 'download', 'libfaketime'],
    ['sh', '-c', 'dpkg-deb -x libfaketime_*.deb tree'],
  ]) {
    const { code, output } = await runCommand(command, args, { cwd: directory, stdio: 'pipe', limitMs: 60_000 });
    if (code !== 0) throw new Error(output);
  }
  return path.join(directory, 'tree');
}

/** Absolute path of libfaketime: Debian's, kept in `.cache/`; undefined where it cannot be had. */
async function provideFaketime(say) {
  if (process.platform !== 'linux') return undefined;
  const installed = found('/');
  if (installed && existsSync(installed)) return installed;
  if (!findExecutable('apt-get') || !findExecutable('dpkg-deb')) return undefined;
  try {
    return found(await fetched('libfaketime', (directory) => download(directory, say)));
  } catch (error) {
    say(`libfaketime cannot be had: ${error.message.trim()}`);
    return undefined;
  }
}

/** A directory of `.cache/`, made once: `fetch(directory)` resolves to the place in it that is kept under `name`. */
export async function fetched(name, fetch) {
  const kept = fromRoot('.cache', name);
  if (existsSync(kept)) return kept;
  mkdirSync(path.dirname(kept), { recursive: true });
  const directory = mkdtempSync(`${kept}-`);
  try {
    renameSync(await fetch(directory), kept);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  return kept;
}
