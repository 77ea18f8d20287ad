import { matches } from './manifests.mjs';
import { quantity } from './pod-policies.mjs';
import { createdPods } from './pods-of-others.mjs';

const zone = 'topology.kubernetes.io/zone';

const spreadOverZones = (spec) =>
  (spec.topologySpreadConstraints ?? []).find(({ topologyKey }) => topologyKey === zone);

const selects = (rule, pod) =>
  matches(rule.labelSelector, pod.labels) && (rule.matchLabelKeys ?? []).every((key) => key in pod.labels);

/**
 * The volume of an instance is made in the zone of the job that fills it. If the rule did not count the job, the job
 * could take a zone that the instance's pod may not use.
 */
function zoneFaults({ metadata, spec }, pods) {
  const rule = spreadOverZones(spec);
  if (rule?.whenUnsatisfiable !== 'DoNotSchedule') return ['all of its instances can be in one zone'];
  const own = pods.filter(({ labels }) => labels['cnpg.io/cluster'] === metadata.name);
  const [poolers, counted] = [true, false].map((isPooler) =>
    own.filter(({ labels }) => 'cnpg.io/poolerName' in labels === isPooler),
  );
  return [
    ...counted.filter((pod) => !selects(rule, pod)).map(({ name }) => `its rule for zones does not count ${name}`),
    ...poolers.filter((pod) => selects(rule, pod)).map(({ name }) => `its rule for zones counts ${name}`),
  ];
}

/** The smallest share of its limit that a cluster's request may be, so that its node is not full of others. */
const smallestRequest = 1 / 4;

function requestFaults({ spec: { resources } }) {
  const [request, limit] = [resources.requests, resources.limits].map(({ cpu }) => quantity(cpu));
  return request < limit * smallestRequest ? [`requests ${request} of ${limit} cores`] : [];
}

const priorityFaults = (name, metadata) =>
  name === metadata.namespace ? [] : [`has the priority class ${name ?? 'of other pods'}`];

/** PostgreSQL's units are powers of 1024, too. */
const bytesOf = (text) => quantity(text.replace(/^(\d+)([MGT])B$/, '$1$2i'));

/** Largest share of the log's volume that a lost replica's slot may hold. The archive and checkpoints need the rest. */
const largestSlot = 1 / 2;

function slotFaults({ spec }) {
  const { max_slot_wal_keep_size: kept } = spec.postgresql?.parameters ?? {};
  if (kept === undefined) return ['a lost replica fills the volume of the log'];
  return bytesOf(kept) > bytesOf(spec.walStorage.size) * largestSlot
    ? [`a lost replica holds ${kept} of a volume of ${spec.walStorage.size}`]
    : [];
}

/** The archive removes logs that are older than its oldest base backup, and nothing removes volume snapshots. */
function archiveFaults(cluster, objects) {
  const ofCluster = objects.filter(
    ({ kind, spec }) => kind === 'ScheduledBackup' && spec.cluster.name === cluster.metadata.name,
  );
  return [
    ...(ofCluster.some(({ spec }) => spec.method === 'plugin') ? [] : ['nothing ever leaves its archive']),
    ...ofCluster
      .filter(({ spec }) => spec.method === 'volumeSnapshot')
      .map(({ metadata }) => `nothing removes the snapshots of ${metadata.name}`),
  ];
}

/** Finds what would end or block PostgreSQL when a zone, a replica or a node is lost. */
export function postgresFaults(objects) {
  const pods = createdPods(objects);
  const named = ({ kind, metadata }, faults) => faults.map((fault) => `${kind} ${metadata.name}: ${fault}`);
  const clusters = objects.filter(({ kind, apiVersion }) => kind === 'Cluster' && apiVersion.startsWith('postgresql.'));
  const poolers = objects.filter(({ kind }) => kind === 'Pooler');
  return [
    ...clusters.flatMap((cluster) =>
      named(cluster, [
        ...zoneFaults(cluster, pods),
        ...priorityFaults(cluster.spec.priorityClassName, cluster.metadata),
        ...requestFaults(cluster),
        ...slotFaults(cluster),
        ...archiveFaults(cluster, objects),
      ]),
    ),
    ...poolers.flatMap((pooler) =>
      named(pooler, [
        ...(spreadOverZones(pooler.spec.template.spec) ? [] : ['all of its pods can be in one zone']),
        ...priorityFaults(pooler.spec.template.spec.priorityClassName, pooler.metadata),
      ]),
    ),
  ];
}
