import { matches } from './manifests.mjs';

/** Versions whose source was read. */
export const programs = {
  CloudNativePG: { repository: 'cloudnative-pg/cloudnative-pg', version: '1.30.0' },
  'cert-manager': { repository: 'cert-manager/cert-manager', version: '1.21.1' },
  'Envoy Gateway': { repository: 'envoyproxy/gateway', version: '1.7.0' },
  KEDA: { repository: 'kedacore/keda', version: '2.20.2' },
  Kubernetes: { repository: 'kubernetes/kubernetes', version: '1.34' },
  'NATS exporter': { repository: 'nats-io/prometheus-nats-exporter', version: '0.20.1' },
  'Prometheus operator': { repository: 'prometheus-operator/prometheus-operator', version: '0.93.0' },
};

/** Destinations outside this namespace. */
export const api = 'the Kubernetes API';
export const archive = 'the archive';

const ofCluster = {
  program: 'CloudNativePG',
  of: { kind: 'Cluster', group: 'postgresql.cnpg.io' },
  inherited: 'spec.inheritedMetadata.labels',
};
const jobSource = 'pkg/specs/jobs.go; inheritJobMetadata in internal/controller/cluster_create.go';
const jobOf = (role, reaches, source = jobSource) => ({
  ...ofCluster,
  pods: `job ${role}`,
  labels: { 'cnpg.io/cluster': '$name', 'cnpg.io/instanceName': '$name-1', 'cnpg.io/jobRole': role },
  ports: {},
  reaches,
  source,
});
const instances = (...ports) => ({ pods: 'instance', ports });

/**
 * Pods that operators create in this namespace for each object `of`. Their labels are `labels`, where `$name` is the
 * object's name, and those that the object has at `inherited`. `reaches` has destinations, and ports of other pods.
 */
export const created = [
  {
    ...{ ...ofCluster, pods: 'instance' },
    labels: { 'cnpg.io/cluster': '$name', 'cnpg.io/instanceName': '$name-1', 'cnpg.io/podRole': 'instance' },
    ports: { postgres: 5432, status: 8000, metrics: 9187 },
    reaches: [api, archive, instances(5432, 8000)],
    source: 'pkg/specs/pods.go, pkg/management/url/url.go',
  },
  jobOf('initdb', [api]),
  jobOf('join', [api, instances(5432)]),
  jobOf('full-recovery', [api, archive]),
  jobOf('major-upgrade', [api], 'pkg/reconciler/majorupgrade/reconciler.go'),
  {
    ...{ program: 'CloudNativePG', pods: 'pooler', inherited: 'spec.template.metadata.labels' },
    of: { kind: 'Pooler', group: 'postgresql.cnpg.io' },
    labels: { 'cnpg.io/cluster': '$cluster', 'cnpg.io/poolerName': '$name', 'cnpg.io/podRole': 'pooler' },
    ports: { pgbouncer: 5432, metrics: 9127 },
    reaches: [api, instances(5432)],
    source: 'pkg/specs/pgbouncer/deployments.go',
  },
  {
    ...{ program: 'cert-manager', pods: 'HTTP-01 solver', of: { kind: 'Ingress', group: 'networking.k8s.io' } },
    labels: { 'acme.cert-manager.io/http01-solver': 'true' },
    ports: { http: 8089 },
    reaches: [],
    source: 'pkg/issuer/acme/http/pod.go, pkg/issuer/acme/http/http.go',
  },
];

const ofDatabase = { matchLabels: { 'flow.candid.example/database': 'server' } };
const ofMetrics = {
  matchExpressions: [
    { key: 'app.kubernetes.io/component', operator: 'In', values: ['edge', 'gateway', 'service', 'worker'] },
  ],
};
const prometheus = {
  ...{ program: 'Prometheus operator', pods: 'Prometheus', namespace: 'monitoring', if: 'PodMonitor' },
  source: 'pkg/prometheus/promcfg.go',
};

/**
 * Callers from elsewhere, which must reach these ports of all pods that `at` selects. Without a namespace anybody may
 * call. A caller is there only if the objects have the kind `if`.
 */
export const callers = [
  {
    ...{ program: 'Envoy Gateway', pods: 'proxy', ports: [8080] },
    at: { matchLabels: { 'app.kubernetes.io/name': 'edge' } },
    source: 'internal/infrastructure/kubernetes/proxy/resource_provider.go',
  },
  {
    ...{ program: 'cert-manager', pods: 'proxy of the Ingress', ports: [8089], if: 'Ingress' },
    at: { matchLabels: { 'acme.cert-manager.io/http01-solver': 'true' } },
    source: 'pkg/issuer/acme/http/ingress.go',
  },
  {
    ...{ program: 'CloudNativePG', pods: 'operator', namespace: 'cnpg-system', ports: [5432, 8000], if: 'Cluster' },
    at: ofDatabase,
    source: 'docs/src/networking.md',
  },
  { ...prometheus, ports: [9187, 9127], at: ofDatabase },
  { ...prometheus, ports: [9000], at: ofMetrics },
  {
    ...{ ...prometheus, program: 'NATS exporter', ports: [7777], source: 'exporter/exporter.go' },
    at: { matchLabels: { 'app.kubernetes.io/name': 'nats' } },
  },
];

/** Programs of the platform that pods ask, or that have no connection with pods of this namespace. */
export const platform = [
  { program: 'Kubernetes', pods: 'DNS', namespace: 'kube-system', ports: [53], source: 'cluster/addons/dns/coredns' },
  { program: 'KEDA', pods: 'operator', namespace: 'keda', ports: [], source: 'pkg/scalers/prometheus_scaler.go' },
];

export const dnsNamespace = platform[0].namespace;

const groupOf = ({ apiVersion }) => apiVersion.split('/')[0];

const at = (object, place) => place?.split('.').reduce((value, key) => value?.[key], object) ?? {};

const named = (text, { metadata, spec }) =>
  text.replace('$name', metadata.name).replace('$cluster', spec.cluster?.name ?? '');

const labelsOf = (row, object) => ({
  ...at(object, row.inherited),
  ...Object.fromEntries(Object.entries(row.labels).map(([key, value]) => [key, named(value, object)])),
});

/** Returns the pods that operators create for these objects, in the form of `podsOf`. They are not rendered. */
export const createdPods = (objects) =>
  created.flatMap((row) =>
    objects
      .filter((object) => object.kind === row.of.kind && groupOf(object) === row.of.group)
      .map((object) => ({
        ...{ object, row, spec: {}, labels: labelsOf(row, object) },
        name: `${row.pods} of ${object.kind} ${object.metadata.name}`,
        containers: [{ ports: Object.entries(row.ports).map(([name, containerPort]) => ({ name, containerPort })) }],
      })),
  );

const isSameCluster = (one, other) => one.labels['cnpg.io/cluster'] === other.labels['cnpg.io/cluster'];

/** True if one operator's pod must reach this port of another one. */
export const mustReach = (from, to, { containerPort }) =>
  from.row !== undefined &&
  isSameCluster(from, to) &&
  from.row.reaches.some(({ pods, ports }) => pods === to.row?.pods && ports.includes(containerPort));

/** Returns the callers that must reach the pod. */
export const callersOf = (pod, objects) =>
  callers.filter(
    (caller) => matches(caller.at, pod.labels) && (!caller.if || objects.some(({ kind }) => kind === caller.if)),
  );

const line = (...cells) => `| ${cells.join(' | ')} |`;
const heading = (...cells) => [line(...cells), line(...cells.map(() => '---'))];
const code = (text) => `\`${text}\``;
const listed = (values, shown = String) => values.map(shown).join(', ') || '–';
const sourceOf = ({ program, source }) => `${program} ${programs[program].version}: ${source}`;

const selected = ({ matchLabels = {}, matchExpressions = [] }) =>
  listed([
    ...Object.entries(matchLabels).map(([key, value]) => code(`${key}: ${value}`)),
    ...matchExpressions.map(({ key, values }) => `${code(key)} in ${values.join(', ')}`),
  ]);

const reached = (destination) =>
  typeof destination === 'string' ? destination : `${destination.pods} ${destination.ports.join(', ')}`;

/** The two tables of docs/kubernetes.md. */
export const tablesOfOthers = () => [
  [
    ...heading('pod', 'labels', 'listens', 'reaches', 'source'),
    ...created.map((row) =>
      line(
        row.pods,
        listed([...Object.keys(row.labels), ...(row.inherited ?? '').split(' ').filter(Boolean)], code),
        listed(Object.values(row.ports)),
        listed(row.reaches, reached),
        sourceOf(row),
      ),
    ),
  ].join('\n'),
  [
    ...heading('program', 'namespace', 'must reach', 'ports', 'source'),
    ...callers.map((row) => line(row.pods, row.namespace ?? 'any', selected(row.at), listed(row.ports), sourceOf(row))),
    ...platform.map((row) =>
      line(
        row.pods,
        row.namespace,
        row.ports.length > 0 ? 'is reached by all pods' : 'nothing here',
        listed(row.ports),
        sourceOf(row),
      ),
    ),
  ].join('\n'),
];
