import { settingsGivenTo } from '../settings.mjs';
import { matches, podsOf } from './manifests.mjs';
import { api, archive, callers, callersOf, createdPods, dnsNamespace, mustReach } from './pods-of-others.mjs';

const prefix = 'flow.candid.example/';

const flowOfSetting = {
  NATS_URL: 'nats',
  DATABASE_URL: 'database',
  DATABASE_POOLER: 'database',
  DATABASE_MIGRATION_URL: 'database',
  REDIS_URL: 'redis',
  OBJECT_STORAGE: 'object-storage',
  'rclone.conf': 'object-storage',
  SMTP_URL: 'mail',
  STRIPE_SECRET_KEY: 'payments',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'telemetry',
};

const portOfFlow = {
  nats: 4222,
  database: 5432,
  redis: 6379,
  gateway: 8080,
  'object-storage': 8333,
  mail: 1025,
  telemetry: 4318,
};

const namespaceName = 'kubernetes.io/metadata.name';
/** Address of NodeLocal DNSCache on every node. */
const nodeLocalDns = '169.254.20.10/32';

const namespaceOfFlow = { telemetry: 'monitoring' };

const serves = ({ labels }, flow) => labels[`${prefix}${flow}`] === 'server';

const flowsIn = ({ labels }, role) =>
  Object.entries(labels)
    .filter(([key, value]) => key.startsWith(prefix) && value === role)
    .map(([key]) => key.slice(prefix.length));

const portsOf = (pod) => pod.containers.flatMap(({ ports = [] }) => ports);

const isPort = (port, { containerPort, name }) => port === containerPort || port === name;

const admits = (rule, port) => rule.ports === undefined || rule.ports.some((allowed) => isPort(allowed.port, port));

const isPeer = (peer, pod) =>
  peer.ipBlock === undefined && peer.namespaceSelector === undefined && matches(peer.podSelector, pod.labels);

const policiesOf = (objects, pod, direction) =>
  objects.filter(
    ({ kind, spec }) =>
      kind === 'NetworkPolicy' && spec.policyTypes.includes(direction) && matches(spec.podSelector, pod.labels),
  );

const ways = { Egress: { rules: 'egress', peers: 'to' }, Ingress: { rules: 'ingress', peers: 'from' } };

function isOpen(objects, pod, direction, other, port) {
  const { rules, peers } = ways[direction];
  return policiesOf(objects, pod, direction)
    .flatMap(({ spec }) => spec[rules] ?? [])
    .some((rule) => admits(rule, port) && (rule[peers]?.some((peer) => isPeer(peer, other)) ?? true));
}

/** The edge's image contains the gateway's address, so no setting shows the flow to the gateway. */
const builtIn = (pod) => (pod.labels['app.kubernetes.io/name'] === 'edge' ? ['gateway'] : []);

/** The ConfigMap `object-storage` is the only one whose settings are addresses of a server. */
const settingsOfMaps = (pod) =>
  pod.containers.some(({ envFrom = [] }) =>
    envFrom.some(({ configMapRef }) => configMapRef?.name.startsWith('object-storage')),
  )
    ? ['OBJECT_STORAGE']
    : [];

function labelFaults(pod) {
  const given = [...settingsGivenTo(pod), ...settingsOfMaps(pod)];
  const needed = new Set([...given.flatMap((name) => flowOfSetting[name] ?? []), ...builtIn(pod)]);
  const asked = flowsIn(pod, 'client');
  return [
    ...[...needed]
      .filter((flow) => !asked.includes(flow))
      .map((flow) => `${pod.name}: its settings need ${flow}, which it may not ask`),
    ...asked
      .filter((flow) => !needed.has(flow))
      .map((flow) => `${pod.name}: may ask ${flow}, which its settings do not need`),
  ];
}

/** True for a connection between two servers of one kind, except to the port for metrics. */
const isOfCluster = (from, to, { containerPort }) =>
  flowsIn(from, 'server').some((flow) => serves(to, flow) && flow !== 'gateway') &&
  to.object.spec.replicas !== 1 &&
  containerPort !== 8222;

function pairFaults(objects, pods) {
  const faults = [];
  for (const from of pods)
    for (const to of pods)
      for (const port of portsOf(to)) {
        const mayLeave = isOpen(objects, from, 'Egress', to, port);
        const mayEnter = isOpen(objects, to, 'Ingress', from, port);
        const way = `${from.name} to ${to.name}, port ${port.containerPort}`;
        const isAsked = flowsIn(from, 'client').some(
          (flow) => serves(to, flow) && portOfFlow[flow] === port.containerPort,
        );
        const isNeeded = isAsked || mustReach(from, to, port);
        if (isNeeded && !mayLeave) faults.push(`${way}: no policy lets it leave`);
        if (isNeeded && !mayEnter) faults.push(`${way}: no policy lets it in`);
        if (mayLeave && mayEnter && !isNeeded && !isOfCluster(from, to, port))
          faults.push(`${way}: is open, and nobody needs it`);
      }
  return faults;
}

/** True if a Cilium policy lets the pod reach host names outside the cluster. */
const leavesByName = (objects, pod) =>
  objects.some(
    ({ kind, spec }) =>
      kind === 'CiliumNetworkPolicy' &&
      matches(spec.endpointSelector, pod.labels) &&
      spec.egress.some(({ toFQDNs = [] }) => toFQDNs.length > 0),
  );

function wayOut(objects, pod) {
  const rules = policiesOf(objects, pod, 'Egress').flatMap(({ spec }) => spec.egress ?? []);
  const peers = rules.flatMap(({ to }) => to ?? [{ ipBlock: { cidr: '0.0.0.0/0' } }]);
  const elsewhere = peers.filter(({ namespaceSelector }) => namespaceSelector !== undefined);
  return {
    leaves:
      peers.some(({ ipBlock }) => ipBlock !== undefined && ipBlock.cidr !== nodeLocalDns) || leavesByName(objects, pod),
    namespaces: elsewhere.map(({ namespaceSelector }) => namespaceSelector.matchLabels?.[namespaceName] ?? 'any'),
  };
}

/** A flow without a server in this namespace must lead to another namespace, or to an address outside the cluster. */
function outwardFaults(objects, pods) {
  return pods.flatMap((pod) => {
    const { leaves, namespaces } = wayOut(objects, pod);
    const elsewhere = flowsIn(pod, 'client').filter((flow) => !pods.some((other) => serves(other, flow)));
    const wanted = [dnsNamespace, ...elsewhere.flatMap((flow) => namespaceOfFlow[flow] ?? [])];
    const outside = elsewhere.filter((flow) => namespaceOfFlow[flow] === undefined);
    return [
      ...wanted.filter((name) => !namespaces.includes(name)).map((name) => `may not ask the namespace ${name}`),
      ...namespaces
        .filter((name) => !wanted.includes(name))
        .map((name) => `may ask the namespace ${name}, and need not`),
      ...(outside.length > 0 && !leaves ? [`may not leave the cluster, which ${outside.join(', ')} needs`] : []),
      ...(leaves && outside.length === 0 && !pod.row ? ['may leave the cluster, and nothing it needs is there'] : []),
    ].map((fault) => `${pod.name}: ${fault}`);
  });
}

/** Returns the rules that let somebody in who is no pod of this namespace, with that peer. */
const foreignRules = (objects, pod) =>
  policiesOf(objects, pod, 'Ingress').flatMap(({ metadata, spec }) =>
    (spec.ingress ?? []).flatMap((rule) =>
      (rule.from ?? [{}])
        .filter((peer) => !peer.podSelector || peer.namespaceSelector || peer.ipBlock)
        .map((peer) => ({ policy: metadata.name, rule, peer })),
    ),
  );

const callerNamespace = (peer) => peer.namespaceSelector?.matchLabels?.[namespaceName];

const isAnybody = (peer) => Object.keys(peer).length === 0;

const isFrom = (peer, { namespace }) =>
  isAnybody(peer) || (namespace !== undefined && callerNamespace(peer) === namespace);

function callerFaults(objects, pods) {
  return pods.flatMap((pod) => {
    const rules = foreignRules(objects, pod);
    const isExpected = (peer, { containerPort }) =>
      !peer.ipBlock &&
      (isAnybody(peer) || callerNamespace(peer) !== undefined) &&
      callers.some(
        (caller) =>
          caller.namespace === callerNamespace(peer) &&
          caller.ports.includes(containerPort) &&
          matches(caller.at, pod.labels),
      );
    const strangers = rules
      .filter(
        ({ rule, peer }) =>
          !portsOf(pod)
            .filter((port) => admits(rule, port))
            .every((port) => isExpected(peer, port)),
      )
      .map(({ policy }) => `NetworkPolicy ${policy}: lets strangers into ${pod.name}`);
    const kept = callersOf(pod, objects).flatMap((caller) =>
      portsOf(pod)
        .filter(({ containerPort }) => caller.ports.includes(containerPort))
        .filter((port) => !rules.some(({ rule, peer }) => isFrom(peer, caller) && admits(rule, port)))
        .map(({ containerPort }) => `${pod.name}, port ${containerPort}: no policy lets ${caller.pods} in`),
    );
    return [...strangers, ...kept];
  });
}

const apiPorts = [443, 6443];
const anyAddress = '0.0.0.0/0';

/** True if a policy lets the pod reach every address at the port. `except` is for addresses outside the cluster only. */
const leavesByAddress = (objects, pod, containerPort, { mayExcept }) =>
  policiesOf(objects, pod, 'Egress')
    .flatMap(({ spec }) => spec.egress ?? [])
    .some(
      (rule) =>
        admits(rule, { containerPort }) &&
        (rule.to ?? []).some(
          ({ ipBlock }) => ipBlock?.cidr === anyAddress && (mayExcept || ipBlock.except === undefined),
        ),
    );

/** Cilium's address blocks do not match nodes, which run the API server of many clusters. */
function asksApiByEntity(objects, pod, containerPort) {
  const ofCilium = objects.filter(({ kind }) => kind === 'CiliumNetworkPolicy');
  return ofCilium
    .filter(({ spec }) => matches(spec.endpointSelector, pod.labels))
    .flatMap(({ spec }) => spec.egress ?? [])
    .some(
      ({ toEntities = [], toPorts = [] }) =>
        toEntities.includes('kube-apiserver') &&
        toPorts.some(({ ports }) => ports.some(({ port }) => Number(port) === containerPort)),
    );
}

function destinationFaults(objects, pods) {
  const isCilium = objects.some(({ kind }) => kind === 'CiliumNetworkPolicy');
  return pods.flatMap((pod) => {
    const wants = (destination) => pod.row?.reaches.includes(destination);
    const byAddress = apiPorts.filter((port) => !leavesByAddress(objects, pod, port, { mayExcept: false }));
    const byEntity = isCilium ? apiPorts.filter((port) => !asksApiByEntity(objects, pod, port)) : [];
    return [
      ...(wants(api) ? byAddress.map((port) => `${pod.name}: may not ask ${api} at ${port}`) : []),
      ...(wants(api) ? byEntity.map((port) => `${pod.name}: may not ask ${api} at ${port} where Cilium decides`) : []),
      ...(wants(archive) && !leavesByAddress(objects, pod, 443, { mayExcept: true })
        ? [`${pod.name}: may not reach ${archive}`]
        : []),
    ];
  });
}

function denialFaults(objects) {
  const isDenial = ({ kind, spec }) =>
    kind === 'NetworkPolicy' &&
    Object.keys(spec.podSelector).length === 0 &&
    spec.ingress === undefined &&
    spec.egress === undefined;
  const denied = objects.filter(isDenial).flatMap(({ spec }) => spec.policyTypes);
  return ['Ingress', 'Egress']
    .filter((direction) => !denied.includes(direction))
    .map((direction) => `${direction} is not denied by default`);
}

/** Policies must allow at both ends every flow that the settings need, and no other connection between two pods. */
export function flowFaults(objects) {
  const pods = [...podsOf(objects), ...createdPods(objects)];
  return [
    ...denialFaults(objects),
    ...pods.flatMap(labelFaults),
    ...pairFaults(objects, pods),
    ...outwardFaults(objects, pods),
    ...callerFaults(objects, pods),
    ...destinationFaults(objects, pods),
  ];
}
