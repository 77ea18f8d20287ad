import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { faultsNamed, SYSTEM_ENV, soakWithFaults } from '@candid/testing';
import { createCluster } from './cluster.mjs';
import { provideFaketime } from './faketime.mjs';
import { printFaultTable } from './fault-table.mjs';
import { root } from './paths.mjs';
import { patroniCluster } from './patroni.mjs';
import { freePorts } from './ports.mjs';
import { s3Account, startS3 } from './s3.mjs';
import { say } from './say.mjs';
import { mountSmallDisks } from './small-disks.mjs';

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
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => void stop().finally(() => process.exit(130)));
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
