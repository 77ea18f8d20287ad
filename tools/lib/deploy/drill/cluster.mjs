import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { PASSKEY } from '@candid/testing';
import { fromRoot } from '../../paths.mjs';
import { freePorts } from '../../ports.mjs';
import { s3Account } from '../../s3.mjs';
import { say } from '../../say.mjs';
import { databaseNames } from '../../secrets.mjs';
import { clusterSecrets } from '../cluster-secrets.mjs';
import { provideDebianTree } from '../debian-tree.mjs';
import { readDockerfile } from '../dockerfile.mjs';
import { provideKubectl } from '../kubectl.mjs';
import { kustomizations, render, restoreOf } from '../manifests.mjs';
import { clusterNode } from '../pods.mjs';
import { prepareBase } from '../sandbox.mjs';
import { startClusterServers } from './servers.mjs';

const workloads = ['gateway', ...databaseNames.flatMap((name) => [name, `${name}-worker`])];

/** The overlay's secrets, with the one account that the S3 server for tests knows. */
function drillSecrets(directory) {
  const secrets = clusterSecrets(directory);
  const { S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = secrets['object-storage'];
  const rclone = secrets['backup-storage']['rclone.conf'];
  return {
    ...secrets,
    'assessor-passkeys': { ASSESSOR_PASSKEYS: `drill:${PASSKEY}` },
    'object-storage': { S3_ACCESS_KEY: s3Account.accessKey, S3_SECRET_KEY: s3Account.secretKey },
    'backup-storage': {
      'rclone.conf': rclone
        .replace(`access_key_id = ${accessKey}`, `access_key_id = ${s3Account.accessKey}`)
        .replace(`secret_access_key = ${secretKey}`, `secret_access_key = ${s3Account.secretKey}`),
    },
  };
}

function writableByAll(made) {
  mkdirSync(made);
  chmodSync(made, 0o777);
  return made;
}

/** A migration's job has its version in its name. */
const nameFits = (name, wanted) => name === wanted || (wanted.endsWith('-migrate') && name.startsWith(`${wanted}-`));

const succeeded = async (name, work) => {
  const { code, output } = await work;
  if (code !== 0) throw new Error(`${name} ended with ${code}:\n${output}`);
  return output;
};

/**
 * The overlay `dev` and its restore on this machine, as far as they go without a cluster: jobs and processes by their rendered
 * commands, on servers that are started here. Nothing runs yet but the servers, which have no databases.
 */
export async function prepareCluster(directory) {
  const kubectl = await provideKubectl(say);
  const rendered = ['dev', restoreOf('dev')].map((name) => render(kubectl, kustomizations[name]()));
  const objects = (await Promise.all(rendered)).flat();
  const secrets = drillSecrets(directory);
  const images = {
    stages: readDockerfile(fromRoot('Dockerfile')),
    base: prepareBase(path.join(directory, 'base')),
    debianTree: await provideDebianTree(say),
    directory,
    // What one process has compiled, the next need not: there are many, on few cores.
    compiled: writableByAll(path.join(directory, 'compiled')),
  };
  const servers = await startClusterServers({ directory, secrets });
  const node = clusterNode({ objects, secrets, local: servers.local, images });

  const objectOf = (kind, name) => {
    const found = objects.find((object) => object.kind === kind && nameFits(object.metadata.name, name));
    if (!found) throw new Error(`no ${kind} ${name} is rendered`);
    return found;
  };
  const runJob = (kind, name) => node.runJob(objectOf(kind, name));
  const jobsOfAll = (kind, suffix) =>
    Promise.all(databaseNames.map((name) => succeeded(`${name}-${suffix}`, runJob(kind, `${name}-${suffix}`))));

  const { hostname, port, password } = new URL(servers.postgresUrl('postgres'));
  const superuser = { PGHOST: hostname, PGPORT: port, PGPASSWORD: password };
  const inPostgres = (command) => node.execute(objectOf('StatefulSet', 'postgres'), command, superuser);
  const [gatewayPort] = await freePorts(1);
  let running = [];
  const portsOf = async (name) => {
    const [operations] = await freePorts(1);
    // Screening is off: its models load longer than the drill waits, and the restored data does not depend on them.
    const screening = name.startsWith('photos') ? { SCREENING: 'off', SCREENING_FACES: 'off' } : {};
    const ports = { OPS_PORT: String(operations), ...screening };
    // Whoever calls stands for the edge.
    return name === 'gateway'
      ? { ...ports, HOST: hostname, PORT: String(gatewayPort), TRUSTED_PROXIES: 'loopback' }
      : ports;
  };

  return {
    servers,
    seen: { baseUrl: `http://${hostname}:${gatewayPort}`, mailUrl: servers.mailUrl },
    runJob,
    backUp: (name) => succeeded(`${name}-backup`, runJob('CronJob', `${name}-backup`)),
    restore: () => jobsOfAll('Job', 'restore'),
    /** What the image of PostgreSQL does on an empty volume. */
    makeDatabases: () => succeeded('databases.sh', inPostgres(['sh', '/docker-entrypoint-initdb.d/databases.sh'])),
    /** A script in the place of PostgreSQL's container, as its superuser: { code, output }. */
    async start() {
      await jobsOfAll('Job', 'migrate');
      const starting = workloads.map(async (name) => node.start(objectOf('Deployment', name), await portsOf(name)));
      const outcomes = await Promise.allSettled(starting);
      running = outcomes.filter(({ status }) => status === 'fulfilled').map(({ value }) => value);
      const failed = outcomes.find(({ status }) => status === 'rejected');
      if (failed) throw failed.reason;
    },
    async stop() {
      await Promise.all(running.splice(0).map((one) => one.stop()));
    },
    addStaff: (email, staffPassword) =>
      succeeded(
        'staff.js',
        node.execute(objectOf('Deployment', 'identity'), ['node', 'services/identity/dist/staff.js', 'add', email], {
          STAFF_PASSWORD: staffPassword,
        }),
      ),
  };
}
