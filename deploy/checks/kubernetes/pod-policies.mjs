import { matches, podsOf, scaledPods } from './manifests.mjs';

const isOwn = (image) => /(^|\/)candid\/[a-z]+[:@]/.test(image);

/** Converts a Kubernetes quantity to bytes or cores. */
export function quantity(text) {
  const [, number, unit = ''] = /^([0-9.]+)(m|Ki|Mi|Gi|Ti|k|M|G|T)?$/.exec(String(text)) ?? [];
  const binary = { Ki: 1, Mi: 2, Gi: 3, Ti: 4 }[unit];
  const decimal = { k: 1, M: 2, G: 3, T: 4 }[unit];
  if (unit === 'm') return Number(number) / 1_000;
  return Number(number) * (binary ? 1_024 ** binary : decimal ? 1_000 ** decimal : 1);
}

function restrictedPod({ spec }) {
  const { securityContext: context = {} } = spec;
  const hostShared = ['hostNetwork', 'hostPID', 'hostIPC'].filter((key) => spec[key]);
  const hostVolumes = (spec.volumes ?? []).filter(({ hostPath }) => hostPath !== undefined);
  return [
    context.runAsNonRoot !== true && 'may run as root',
    !(Number.isInteger(context.runAsUser) && context.runAsUser > 0) && 'names no user by number',
    context.seccompProfile?.type !== 'RuntimeDefault' && "has not the runtime's seccomp profile",
    spec.automountServiceAccountToken !== false && 'has a token of the Kubernetes API',
    spec.enableServiceLinks !== false && 'is told of every service by its environment',
    ...hostShared.map((key) => `shares the node's ${key}`),
    ...hostVolumes.map(({ name }) => `mounts ${name} from the node`),
  ];
}

function restrictedContainer({ securityContext: context = {} }) {
  return [
    context.allowPrivilegeEscalation !== false && 'may gain privileges',
    context.privileged && 'is privileged',
    context.readOnlyRootFilesystem !== true && 'may write to its root',
    !(context.capabilities?.drop ?? []).includes('ALL') && 'keeps capabilities',
    (context.capabilities?.add ?? []).length > 0 && 'has capabilities added',
    context.runAsUser === 0 && 'runs as root',
  ];
}

function pinnedImage({ image }) {
  const [, tag] = /^[^@]*?(?::([^:/@]+))?$/.exec(image) ?? [];
  const isPinned = /@sha256:[0-9a-f]{64}$/.test(image) || (tag !== undefined && /\d/.test(tag) && tag !== 'latest');
  return [!isPinned && `runs ${image}, which is no version`];
}

function bounded({ resources = {} }) {
  return ['cpu', 'memory'].flatMap((name) => {
    const { requests = {}, limits = {} } = resources;
    const isThere = requests[name] !== undefined && limits[name] !== undefined;
    return [
      !isThere && `has no request or no limit of ${name}`,
      isThere && quantity(requests[name]) > quantity(limits[name]) && `requests more ${name} than its limit`,
    ];
  });
}

/**
 * A node reserves the memory that NATS may use, and Go knows the limit. Otherwise a full node evicts the servers, or each
 * ends at its limit.
 */
function natsMemory({ command = [], env = [], resources = {} }) {
  if (command[0] !== 'nats-server') return [];
  const { requests = {}, limits = {} } = resources;
  const [, mebibytes] = /^(\d+)MiB$/.exec(env.find(({ name }) => name === 'GOMEMLIMIT')?.value) ?? [];
  const share = (Number(mebibytes) * 1_024 ** 2) / quantity(limits.memory);
  return [
    quantity(requests.memory) !== quantity(limits.memory) && 'may use memory that it does not request',
    !(share >= 0.7 && share <= 0.9) && 'has a GOMEMLIMIT that is not 70 to 90 % of its limit',
  ];
}

/** Every file that NATS reads may change, so a container beside it tells it. */
function reloaded({ spec }) {
  const nats = spec.containers.find(({ command = [] }) => command[0] === 'nats-server');
  const certificates = nats?.volumeMounts.filter(({ mountPath }) => mountPath.endsWith('-tls')) ?? [];
  if (certificates.length === 0) return [];
  const reloader = spec.containers.find(({ name }) => name === 'reloader');
  const mounted = (reloader?.volumeMounts ?? []).map(({ name, mountPath }) => `${name} ${mountPath}`);
  const unseen = nats.volumeMounts.filter(
    ({ name, mountPath }) => name !== 'data' && !mounted.includes(`${name} ${mountPath}`),
  );
  return [
    ...unseen.map(({ name }) => `nobody tells NATS that ${name} has changed`),
    reloader && spec.shareProcessNamespace !== true && 'the reloader cannot signal NATS',
  ];
}

/** Secrets must be files, because child processes inherit the environment, and crash reports contain it. */
function secretsAsFiles({ env = [], envFrom = [] }) {
  const byKey = env.filter(({ valueFrom }) => valueFrom?.secretKeyRef !== undefined).map(({ name }) => name);
  const byAll = envFrom.filter(({ secretRef }) => secretRef !== undefined).map(({ secretRef }) => secretRef.name);
  return [...byKey, ...byAll].map((name) => `has the secret ${name} in its environment`);
}

const preStopSeconds = ({ lifecycle }) => lifecycle?.preStop?.sleep?.seconds ?? 0;

/** Maximum seconds from SIGTERM to the end of a process. */
const ownEndSeconds = 15;

function watchedContainer(pod, main, services) {
  const probe = (name) => main[name]?.httpGet?.path ?? (main[name] ? 'other' : undefined);
  const isNode = main.command?.[0] === 'node';
  const needsPreStop =
    isOwn(main.image) && services.some(({ spec }) => matches({ matchLabels: spec.selector }, pod.labels));
  const grace = pod.spec.terminationGracePeriodSeconds ?? 30;
  return [
    ...['startupProbe', 'readinessProbe', 'livenessProbe'].map((name) => !probe(name) && `has no ${name}`),
    isNode && probe('startupProbe') !== '/health/started' && 'is started by another sign than its own',
    isNode && probe('readinessProbe') !== '/health/ready' && 'is ready by another sign than its own',
    isNode && probe('livenessProbe') !== '/health/live' && 'is killed for more than a stuck event loop',
    needsPreStop && preStopSeconds(main) === 0 && 'ends before who routes to it has heard of it',
    isOwn(main.image) && grace < preStopSeconds(main) + ownEndSeconds && 'is killed before it has ended by itself',
  ];
}

function keptUp(pod, objects) {
  const { object, labels, spec } = pod;
  const budgets = objects.filter(({ kind }) => kind === 'PodDisruptionBudget');
  const zones = (spec.topologySpreadConstraints ?? []).map(({ topologyKey }) => topologyKey);
  const isSingleServer = labels['app.kubernetes.io/component'] === 'server' && object.spec.replicas === 1;
  if (isSingleServer) return [];
  const covering = budgets.filter(({ spec: budget }) => matches(budget.selector, labels));
  const { rollingUpdate } = object.spec.strategy ?? {};
  return [
    covering.length !== 1 && `has ${covering.length} disruption budgets`,
    !zones.includes('kubernetes.io/hostname') && 'is not spread over nodes',
    !zones.includes('topology.kubernetes.io/zone') && 'is not spread over zones',
    object.kind === 'Deployment' && rollingUpdate?.maxUnavailable !== 0 && 'is updated with pods missing',
    object.spec.progressDeadlineSeconds > 600 && 'shows a broken roll-out after more than ten minutes',
  ];
}

export function podFaults(objects) {
  const services = objects.filter(({ kind }) => kind === 'Service');
  return podsOf(objects).flatMap((pod) => {
    const main = pod.spec.containers.find(({ name }) => name === 'main') ?? pod.spec.containers[0];
    const ofPod = [
      ...restrictedPod(pod),
      ...reloaded(pod),
      ...(pod.runsForEver ? [...watchedContainer(pod, main, services), ...keptUp(pod, objects)] : []),
    ];
    const ofContainers = pod.containers.flatMap((container) =>
      [
        ...restrictedContainer(container),
        ...pinnedImage(container),
        ...bounded(container),
        ...natsMemory(container),
        ...secretsAsFiles(container),
      ]
        .filter(Boolean)
        .map((fault) => `container ${container.name} ${fault}`),
    );
    return [...ofPod.filter(Boolean), ...ofContainers].map((fault) => `${pod.name}: ${fault}`);
  });
}

export function replicaFaults(objects) {
  const scaled = scaledPods(objects);
  return objects
    .filter(({ kind }) => kind === 'Deployment')
    .filter(({ metadata, spec }) => (scaled[metadata.name]?.least ?? spec.replicas ?? 1) < 2)
    .map(({ metadata }) => `Deployment ${metadata.name}: a single pod carries it`);
}
