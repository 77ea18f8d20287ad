import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { PASSKEY } from '@candid/testing';
import { fromRoot } from '../../../../tools/lib/paths.mjs';
import { runCommand } from '../../../../tools/lib/run.mjs';
import { say } from '../../../../tools/lib/say.mjs';
import { databaseNames } from '../../../../tools/lib/start/secrets.mjs';
import { mailImage } from '../../engine/stand-ins.mjs';
import { clusterSecrets } from '../../kubernetes/cluster-secrets.mjs';
import { provideKubectl } from '../../kubernetes/kubectl.mjs';
import { kustomizations, render, restoreOf } from '../../kubernetes/manifests.mjs';
import { containerNode, network } from './pods.mjs';

const workloads = ['gateway', ...databaseNames.flatMap((name) => [name, `${name}-worker`])];
/** Servers that the drill replaces with empty ones. The object storage keeps its data. */
const losable = ['postgres', 'nats', 'redis'];
const servers = [...losable, 'object-store', 'mail-inbox'];
const limitMs = 300_000;

/** The name of a migration job ends with the version. */
const nameFits = (name, wanted) => name === wanted || (wanted.endsWith('-migrate') && name.startsWith(`${wanted}-`));

const succeeded = async (name, work) => {
  const { code, output } = await work;
  if (code !== 0) throw new Error(`${name} ended with ${code}:\n${output}`);
  return output;
};

/** Disables screening: loading its models takes longer than the drill waits. */
const settingsOf = (name) => (name.startsWith('photos') ? { SCREENING: 'off', SCREENING_FACES: 'off' } : {});

/**
 * Starts the servers of the overlay `dev` in containers, without a schema. Jobs and processes run later, from their rendered pods.
 * `words`: the command that runs Docker. `version`: version of the system's own images.
 */
export async function prepareCluster({ words, version }) {
  const kubectl = await provideKubectl(say);
  const rendered = ['dev', restoreOf('dev')].map((name) => render(kubectl, kustomizations[name]()));
  const objects = (await Promise.all(rendered)).flat();
  // The project's own engine can mount only directories of the project.
  const directory = fromRoot('.cache', 'drill');
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  chmodSync(directory, 0o755);
  const secrets = {
    ...clusterSecrets(directory),
    'assessor-passkeys': { ASSESSOR_PASSKEYS: `drill:${PASSKEY}` },
  };
  const imageOf = (image) => {
    const own = /candid\/(\w+):/.exec(image)?.[1];
    if (own) return `candid/${own}:${version}`;
    return image.includes('mailpit') ? mailImage : image;
  };
  const docker = (...rest) => {
    const [program, ...args] = [...words, ...rest];
    return runCommand(program, args, { stdio: 'pipe', limitMs });
  };
  // The project's inbox replaces Mailpit and stores mails in files, so it needs a writable directory.
  const more = { 'mail-inbox': ['--tmpfs', '/data:mode=1777'] };
  const node = containerNode({ docker, objects, secrets, directory, imageOf, more });

  const objectOf = (kind, name) => {
    const found = objects.find((object) => object.kind === kind && nameFits(object.metadata.name, name));
    if (!found) throw new Error(`no ${kind} ${name} is rendered`);
    return found;
  };
  const runJob = (kind, name) => node.runJob(objectOf(kind, name));
  const jobsOfAll = (kind, suffix) =>
    Promise.all(databaseNames.map((name) => succeeded(`${name}-${suffix}`, runJob(kind, `${name}-${suffix}`))));
  const startServers = (names) => Promise.all(names.map((name) => node.start(objectOf('StatefulSet', name))));

  const storage = secrets['object-storage'];
  const keys = { accessKey: storage.S3_ACCESS_KEY, secretKey: storage.S3_SECRET_KEY };
  const addresses = {};
  const seen = {};
  async function findAddresses() {
    for (const name of servers) addresses[name] = await node.addressOf(name);
    seen.mailUrl = `http://${addresses['mail-inbox']}:8025`;
  }

  await node.begin();
  await startServers(servers);
  await findAddresses();

  return {
    docker,
    network,
    servers: {
      postgresUrl: (database) =>
        `postgres://postgres:${secrets['postgres-superuser'].password}@${addresses.postgres}:5432/${database}`,
      natsUrl: () => secrets['nats-operator'].NATS_URL.replace('@nats:', `@${addresses.nats}:`),
      s3: () => ({ endpoint: `http://${addresses['object-store']}:8333`, ...keys }),
      /** Replaces PostgreSQL, NATS and Redis with empty servers. */
      async lose() {
        await node.stop(losable);
        await startServers(losable);
        await findAddresses();
      },
    },
    seen,
    runJob,
    backUp: (name) => succeeded(`${name}-backup`, runJob('CronJob', `${name}-backup`)),
    restore: () => jobsOfAll('Job', 'restore'),
    async start() {
      await jobsOfAll('Job', 'migrate');
      await Promise.all(workloads.map((name) => node.start(objectOf('Deployment', name), settingsOf(name))));
      seen.baseUrl = `http://${await node.addressOf('gateway')}:8080`;
    },
    stop: () => node.stop(workloads),
    addStaff: (email, password) =>
      succeeded(
        'staff.js',
        node.execute('identity', ['node', 'services/identity/dist/staff.js', 'add', email], {
          STAFF_PASSWORD: password,
        }),
      ),
    end: () => node.end(),
  };
}
