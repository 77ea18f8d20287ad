type Manifest = any;

const restricted = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};

const probe = (path: string) => ({ httpGet: { path, port: 'ops' } });

const spread = (topologyKey: string) => ({
  maxSkew: 1,
  topologyKey,
  whenUnsatisfiable: 'ScheduleAnyway',
  labelSelector: { matchLabels: { 'app.kubernetes.io/part-of': 'candid' } },
});

const podSpec = (container: Manifest): Manifest => ({
  serviceAccountName: 'candid',
  automountServiceAccountToken: false,
  enableServiceLinks: false,
  terminationGracePeriodSeconds: 30,
  securityContext: { runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: 'RuntimeDefault' } },
  topologySpreadConstraints: [spread('kubernetes.io/hostname'), spread('topology.kubernetes.io/zone')],
  containers: [
    {
      name: 'main',
      resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { cpu: '1', memory: '1Gi' } },
      securityContext: restricted,
      startupProbe: probe('/health/started'),
      readinessProbe: probe('/health/ready'),
      livenessProbe: probe('/health/live'),
      ...container,
    },
  ],
});

const workload = (kind: string, name: string, labels: Record<string, string>, spec: Manifest): Manifest => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: { name },
  spec: {
    replicas: kind === 'Deployment' ? 2 : 1,
    ...(kind === 'Deployment' && {
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
    }),
    ...(kind === 'StatefulSet' && { serviceName: name }),
    selector: { matchLabels: { 'app.kubernetes.io/name': name } },
    template: { metadata: { labels: { 'app.kubernetes.io/name': name, ...labels } }, spec },
  },
});

const policy = (name: string, spec: Manifest): Manifest => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name },
  spec,
});

const nats = (role: string) => ({ matchLabels: { 'flow.candid.example/nats': role } });
const natsPort = [{ protocol: 'TCP', port: 4222 }];

/** Returns a service and its server, in which the checks find no fault. Each call creates new objects. */
export function smallCluster() {
  const service = workload(
    'Deployment',
    'notes',
    { 'app.kubernetes.io/component': 'service', 'flow.candid.example/nats': 'client' },
    {
      ...podSpec({
        image: 'candid/notes:0.1.0',
        command: ['node', 'services/tokens/dist/check.js'],
        ports: [{ name: 'ops', containerPort: 9000 }],
        env: [{ name: 'NATS_URL_FILE', value: '/run/secrets/candid/NATS_URL' }],
        volumeMounts: [{ name: 'secrets', mountPath: '/run/secrets/candid' }],
      }),
      volumes: [
        {
          name: 'secrets',
          projected: {
            sources: [{ secret: { name: 'nats-operator', items: [{ key: 'NATS_URL', path: 'NATS_URL' }] } }],
          },
        },
      ],
    },
  );
  const server = workload(
    'StatefulSet',
    'nats',
    { 'app.kubernetes.io/component': 'server', 'flow.candid.example/nats': 'server' },
    podSpec({ image: 'nats:2.12.8-alpine', ports: [{ name: 'client', containerPort: 4222 }] }),
  );
  const container = service.spec.template.spec.containers[0];
  const budget: Manifest = {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'notes' },
    spec: { maxUnavailable: 1, selector: { matchLabels: { 'app.kubernetes.io/name': 'notes' } } },
  };
  const natsService: Manifest = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'nats' },
    spec: {
      selector: { 'app.kubernetes.io/name': 'nats' },
      ports: [{ name: 'client', port: 4222, targetPort: 'client' }],
    },
  };
  const namespace: Manifest = {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'candid', labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } },
  };
  const account: Manifest = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'candid' } };
  const denial = policy('default-deny', { podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  const leaving = policy('nats-egress', {
    podSelector: nats('client'),
    policyTypes: ['Egress'],
    egress: [{ to: [{ podSelector: nats('server') }], ports: natsPort }],
  });
  const arriving = policy('nats-ingress', {
    podSelector: nats('server'),
    policyTypes: ['Ingress'],
    ingress: [{ from: [{ podSelector: nats('client') }], ports: natsPort }],
  });
  const names = policy('dns', {
    podSelector: {},
    policyTypes: ['Egress'],
    egress: [{ to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } } }] }],
  });
  const objects = [namespace, account, service, server, budget, natsService, denial, names, leaving, arriving];
  return { objects, service, server, container, budget, natsService, namespace, denial, names, leaving, arriving };
}

export const smallSecrets = { 'nats-operator': { NATS_URL: 'nats://operator:secret@nats:4222' } };

export type SmallCluster = ReturnType<typeof smallCluster>;
