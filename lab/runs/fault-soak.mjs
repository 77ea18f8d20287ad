import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { faultsNamed, soakWithFaults } from '@candid/lab/fault-soak';
import { SYSTEM_ENV } from '@candid/testing';
import { root } from '../../tools/lib/paths.mjs';
import { stopOnSignal } from '../../tools/lib/process-end.mjs';
import { debianTree, installDebianPackages } from '../../tools/lib/programs/debian.mjs';
import { say } from '../../tools/lib/say.mjs';
import { freePorts } from '../../tools/lib/servers/ports.mjs';
import { s3Account, startS3 } from '../../tools/lib/servers/s3.mjs';
import { createCluster } from './cluster.mjs';
import { printFaultTable } from './fault-table.mjs';
import { patroniCluster } from './patroni.mjs';

/** Minimum age of orphaned pictures to remove: longer than a client waits for an upload, but shorter than a run. */
const orphanAgeMs = 100_000;

/** Starts a separate object storage server for photos, so that faults can hit it. */
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

/** Resolves to true if every invariant held under each of these faults. */
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
  // Messages of processes and servers under faults would fill pages. The logs contain them.
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
    const clockLibrary = await provideFaketime();
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

/** Mounts a small in-memory file system for each server's data, if permitted. Returns { names, unmount }. */
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

/** The variant of libfaketime for programs with threads, such as Node. */
const faketimeLibrary = 'usr/lib/*/faketime/libfaketimeMT.so.1';

/** Resolves to the path of libfaketime, installed from Debian if missing; to undefined if it is not available. */
async function provideFaketime() {
  if (process.platform !== 'linux') return undefined;
  const find = () => globSync(['/', debianTree].map((tree) => path.join(tree, faketimeLibrary)))[0];
  if (!find()) await installDebianPackages(['libfaketime'], say);
  return find();
}
