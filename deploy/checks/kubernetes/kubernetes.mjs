import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { fromRoot } from '../../../tools/lib/paths.mjs';
import { say } from '../../../tools/lib/say.mjs';
import { databaseNames } from '../../../tools/lib/start/secrets.mjs';
import { inTemporaryDirectory } from '../../../tools/lib/temporary-directory.mjs';
import { natsCredentialFaults } from '../nats-credentials.mjs';
import { runEach, sum } from '../report.mjs';
import { runbookFaults } from '../runbook-commands.mjs';
import { clusterSecrets } from './cluster-secrets.mjs';
import { connectionFaults } from './connections.mjs';
import { flowFaults } from './flows.mjs';
import { endedJobFaults, pullSecretFaults, releasedImageFaults, rightsFaults } from './installation.mjs';
import { provideKubectl } from './kubectl.mjs';
import {
  environmentIn,
  environments,
  kustomizations,
  namespaceOf,
  recoveryOf,
  render,
  restoreOf,
} from './manifests.mjs';
import { podFaults, replicaFaults } from './pod-policies.mjs';
import { postgresFaults } from './postgres.mjs';
import { referenceFaults } from './references.mjs';
import { schemaFaults } from './schemas.mjs';
import { ownFaults, separationFaults } from './separation.mjs';
import { settingFaults } from './settings-known.mjs';

const isWhole = (name) => !/-(restore|recovery|namespace)$/.test(name);
const isOnPlatform = (name) => isWhole(name) && !name.startsWith('dev');

/** The checks of rendered objects. `of` selects the kustomizations to check; by default all. */
const questions = [
  {
    name: 'every object is as its schema says, with no key that it does not know',
    faults: async (objects) => (await Promise.all(objects.map(schemaFaults))).flat(),
  },
  { name: 'every pod is restricted, bounded, of a named version, and watched', faults: podFaults },
  { name: 'every process has what it needs to know, and nothing else', faults: settingFaults },
  { name: 'every pod has the NATS user of its own process, and no other', faults: natsCredentialFaults },
  { name: 'what it names is of its own environment', faults: ownFaults },
  { name: 'every name leads somewhere', of: isWhole, withRestore: true, faults: referenceFaults },
  {
    name: 'every way between pods is named at both ends and needed',
    of: isWhole,
    withRestore: true,
    faults: flowFaults,
  },
  { name: 'own images and migrations are of this version', of: isWhole, faults: versionFaults },
  { name: 'requests by http are redirected to https', of: isOnPlatform, faults: redirectFaults },
  { name: 'the dumps of all databases begin together', of: isWhole, faults: backupFaults },
  { name: 'two pods carry each process', of: isOnPlatform, faults: replicaFaults },
  { name: 'the streams fit into JetStream, and that into its volume', of: isWhole, faults: streamSizeFaults },
  { name: 'PostgreSQL has a connection for every pod', of: isWhole, faults: connectionFaults },
  { name: 'autoscalers look at every consumer and queue', of: isOnPlatform, faults: scalerFaults },
  { name: 'PostgreSQL survives a zone, a replica and a busy node', of: isWhole, faults: postgresFaults },
  {
    name: 'a deployer needs rights in the namespace only',
    of: isWhole,
    faults: (objects, _, ofNamespace) => rightsFaults(objects, ofNamespace),
  },
  { name: 'jobs that have ended are not made again', of: isWhole, faults: endedJobFaults },
  { name: 'a release sets every image', faults: (objects) => releasedImageFaults(objects) },
  { name: 'everything pulls with the same secret', of: isWhole, faults: pullSecretFaults },
];

const asked = (overlay, rendered, secrets) =>
  questions
    .filter(({ of = () => true }) => of(overlay))
    .map(({ name, withRestore, faults }) => {
      // Restores use the environment's other objects, so the check gets the objects of both.
      const environment = environments.find((one) => overlay.startsWith(one));
      const ofNamespace = rendered.get(namespaceOf(environment));
      const besides = withRestore ? [...rendered.get(restoreOf(environment)), ...ofNamespace] : [];
      const objects = [...rendered.get(overlay), ...besides];
      return { name: `kubernetes ${overlay}: ${name}`, faults: () => faults(objects, secrets, ofNamespace) };
    });

/** Requires built services. */
export const checkKubernetes = () =>
  inTemporaryDirectory('cluster', async (directory) => {
    const rendered = new Map();
    const kubectl = await provideKubectl(say);
    const renders = Object.entries(kustomizations).map(([overlay, place]) => ({
      name: `kubernetes ${overlay}: renders`,
      faults: async () => {
        rendered.set(overlay, await render(kubectl, place()));
        return [];
      },
    }));
    const first = await runEach(renders);
    if (first.failed > 0) return first;
    const secrets = clusterSecrets(directory);
    const second = await runEach([...rendered.keys()].flatMap((overlay) => asked(overlay, rendered, secrets)));
    const all = (name) => [name, restoreOf(name), namespaceOf(name)].flatMap((one) => rendered.get(one));
    const apart = {
      name: 'kubernetes: staging and production have nothing of each other',
      faults: () => separationFaults(all('staging'), all('production')),
    };
    const recoveries = ['staging', 'production'].map((name) => ({
      name: `kubernetes ${name}: the restore to a second makes the same cluster from an archive`,
      faults: () => recoveryFaults(rendered.get(recoveryOf(name)), rendered.get(name)),
    }));
    const runbooks = {
      name: 'kubernetes: the commands of the runbooks need no checkout, and what they name is there',
      faults: () => runbookFaults(rendered.get('production')),
    };
    return sum([first, second, await runEach([apart, ...recoveries, runbooks])]);
  });

/** The metric that scales each kind of process. Every pod reports the same value per queue or consumer (`label`). */
const scaledBy = {
  service: { metric: 'jetstream_consumer_pending_messages', label: 'consumer' },
  worker: { metric: 'work_items_open', label: 'queue' },
};

/** The query covers all queues or consumers of a workload, so that it stays valid when one is added. */
function queryOf(name, namespace) {
  const { metric, label } = scaledBy[name.endsWith('-worker') ? 'worker' : 'service'];
  const state = metric === 'work_items_open' ? ', state="due"' : '';
  return `sum(max by (${label}) (${metric}{namespace="${namespace}", app_kubernetes_io_name="${name}"${state}}))`;
}

function scalerFaults(objects) {
  const names = databaseNames.flatMap((service) => [service, `${service}-worker`]);
  const metrics = readFileSync(fromRoot('docs', 'metrics.md'), 'utf8');
  const { namespace } = environmentIn(objects);
  const unknown = Object.values(scaledBy).filter(({ metric }) => !metrics.includes(`\`${metric}\``));
  return [
    ...unknown.map(({ metric }) => `docs/metrics.md has no ${metric}`),
    ...names.flatMap((name) => {
      const object = objects.find(({ kind, metadata }) => kind === 'ScaledObject' && metadata.name === name);
      const queries = object?.spec.triggers.flatMap(({ type, metadata }) =>
        type === 'prometheus' ? metadata.query : [],
      );
      return queries?.join() === queryOf(name, namespace)
        ? []
        : [`ScaledObject ${name}: does not ask ${queryOf(name, namespace)}`];
    }),
    ...objects
      .filter(({ kind, spec }) => kind === 'ScaledObject' && spec.fallback?.behavior !== 'currentReplicasIfHigher')
      .map(({ metadata }) => `ScaledObject ${metadata.name}: shrinks when its figure cannot be read`),
  ];
}

function versionFaults(objects) {
  const { version } = JSON.parse(readFileSync(fromRoot('gateway', 'package.json'), 'utf8'));
  const images = JSON.stringify(objects).match(/candid\/[a-z]+[:@][^"]+/g) ?? [];
  const suffix = `-migrate-${version.replaceAll('.', '-')}`;
  const jobs = objects.filter(({ kind, metadata }) => kind === 'Job' && metadata.name.includes('-migrate'));
  return [
    ...new Set(
      images
        .filter((image) => !image.includes('@sha256:') && !image.endsWith(`:${version}`))
        .map((image) => `${image} is not version ${version}`),
    ),
    ...jobs
      .filter(({ metadata }) => !metadata.name.endsWith(suffix))
      .map(({ metadata }) => `Job ${metadata.name} is not named by version ${version}`),
    ...jobs
      .filter(({ spec }) => spec.ttlSecondsAfterFinished !== undefined)
      .map(({ metadata }) => `Job ${metadata.name} is removed, and Argo CD or Flux creates it again`),
  ];
}

const units = { GB: 1024 ** 3, MB: 1024 ** 2, Gi: 1024 ** 3, Mi: 1024 ** 2 };

function bytesOf(text) {
  const [, amount, unit] = /^(\d+)(GB|MB|Gi|Mi)?$/.exec(text) ?? [];
  if (amount === undefined) throw new Error(`${text} is no size in GB, MB, Gi or Mi`);
  return Number(amount) * (units[unit] ?? 1);
}

/** Largest share of NATS's volume that messages may fill. The file system and JetStream's metadata need the rest. */
const largestShare = 0.9;

function streamSizeFaults(objects) {
  const { natsStorage, natsFileStore, natsStreamMaxBytes } = environmentIn(objects);
  const [storage, store, stream] = [natsStorage, natsFileStore, natsStreamMaxBytes].map(bytesOf);
  const streams = databaseNames.length;
  return [
    ...(streams * stream > store
      ? [`${streams} streams of ${natsStreamMaxBytes} bytes, JetStream has ${natsFileStore}`]
      : []),
    ...(store > largestShare * storage ? [`JetStream may use ${natsFileStore} of a volume of ${natsStorage}`] : []),
  ];
}

/** A Gateway redirects by a route; the controllers of an Ingress by their annotations, Traefik by its own settings. */
function redirectFaults(objects) {
  const routes = objects.filter(({ kind }) => kind === 'HTTPRoute');
  const isRedirect = ({ filters = [] }) =>
    filters.some(({ requestRedirect }) => requestRedirect?.scheme === 'https' && requestRedirect.statusCode === 301);
  const hostsOf = (those) => those.flatMap(({ spec }) => spec.hostnames);
  const redirected = hostsOf(routes.filter(({ spec }) => spec.rules.every(isRedirect)));
  const ingresses = objects.filter(({ kind }) => kind === 'Ingress');
  const needed = ['haproxy.org/ssl-redirect', 'ingress.kubernetes.io/force-ssl-redirect'];
  return [
    ...hostsOf(routes)
      .filter((host) => !redirected.includes(host))
      .map((host) => `no route redirects http://${host}`),
    ...ingresses.flatMap(({ metadata }) =>
      needed
        .filter((name) => metadata.annotations?.[name] !== 'true')
        .map((name) => `Ingress ${metadata.name} has no ${name}`),
    ),
  ];
}

/** Apart from its origin, the restored cluster must be the one that the environment applies afterwards. */
function recoveryFaults(restored, objects) {
  const clusterIn = (those) => those.find(({ kind, metadata }) => kind === 'Cluster' && metadata.name === 'candid-db');
  const { bootstrap, externalClusters, ...same } = clusterIn(restored).spec;
  const { bootstrap: first, ...usual } = clusterIn(objects).spec;
  const { source, recoveryTarget, database, owner } = bootstrap.recovery ?? {};
  const origin = externalClusters?.find(({ name }) => name === source)?.plugin;
  const [archiver] = same.plugins;
  return [
    ...(isDeepStrictEqual(same, usual) ? [] : ['the cluster differs in more than its origin']),
    ...(recoveryTarget?.targetTime ? [] : ['no time is set']),
    ...(database === first.initdb.database && owner === first.initdb.owner ? [] : ['it has another first database']),
    ...(origin?.name === archiver.name && origin.parameters.barmanObjectName === archiver.parameters.barmanObjectName
      ? []
      : ['it does not come from the archive']),
    ...(origin?.parameters.serverName && archiver.parameters.serverName ? [] : ['an archive has no name']),
  ];
}

/** Dumps of all databases must begin in the same minute, because the services refer to each other's data. */
export function backupFaults(objects) {
  const backups = objects.filter(({ kind, metadata }) => kind === 'CronJob' && metadata.name.endsWith('-backup'));
  const times = new Set(backups.map(({ spec }) => `${spec.schedule} ${spec.timeZone}`));
  return times.size <= 1 ? [] : [`the dumps begin at different times: ${[...times].join(', ')}`];
}
