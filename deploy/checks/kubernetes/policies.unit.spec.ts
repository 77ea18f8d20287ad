import { describe, expect, it } from '@jest/globals';
import { natsCredentialFaults } from '../nats-credentials.mjs';
import { type SmallCluster, smallCluster, smallSecrets } from './cluster.fixture.spec.js';
import { connectionFaults } from './connections.mjs';
import { flowFaults } from './flows.mjs';
import { backupFaults } from './kubernetes.mjs';
import { podFaults, replicaFaults } from './pod-policies.mjs';
import { referenceFaults } from './references.mjs';
import { schemaFaults } from './schemas.mjs';

type Change = (cluster: SmallCluster) => unknown;
type Rule = [what: string, change: Change, fault: string];

const podOf = (cluster: SmallCluster) => cluster.service.spec.template.spec;
const labelsOf = (cluster: SmallCluster) => cluster.service.spec.template.metadata.labels;

const schemas: Rule[] = [
  [
    'a misspelt key',
    (c) => (c.container.readynessProbe = {}),
    'there is no key /spec/template/spec/containers/0/readynessProbe',
  ],
  ['a misspelt key at the top', (c) => (c.budget.specs = {}), 'there is no key /specs'],
  ['a value of another type', (c) => (c.container.ports[0].containerPort = 'ops'), 'containerPort must be integer'],
  ['what is no quantity', (c) => (c.container.resources.limits.memory = '1Gig'), 'must match format "quantity"'],
  ['a missing key', (c) => delete c.service.spec.selector, 'must have required property selector'],
  ['a kind that there is not', (c) => (c.budget.kind = 'PodBudget'), 'there is no PodBudget in policy/v1'],
  ['a version that there is not', (c) => (c.service.apiVersion = 'apps/v9'), 'there is no Deployment in apps/v9'],
];

const pods: Rule[] = [
  ['root', (c) => delete podOf(c).securityContext.runAsNonRoot, 'may run as root'],
  ['a user by name only', (c) => delete podOf(c).securityContext.runAsUser, 'names no user by number'],
  ['user 0', (c) => (c.container.securityContext.runAsUser = 0), 'runs as root'],
  ['no seccomp profile', (c) => delete podOf(c).securityContext.seccompProfile, 'seccomp profile'],
  ['a token', (c) => delete podOf(c).automountServiceAccountToken, 'has a token of the Kubernetes API'],
  ["the node's network", (c) => (podOf(c).hostNetwork = true), "shares the node's hostNetwork"],
  [
    "the node's files",
    (c) => podOf(c).volumes.push({ name: 'host', hostPath: { path: '/' } }),
    'mounts host from the node',
  ],
  ['more privileges', (c) => delete c.container.securityContext.allowPrivilegeEscalation, 'may gain privileges'],
  ['all privileges', (c) => (c.container.securityContext.privileged = true), 'is privileged'],
  ['a root to write to', (c) => (c.container.securityContext.readOnlyRootFilesystem = false), 'may write to its root'],
  ['capabilities', (c) => (c.container.securityContext.capabilities = {}), 'keeps capabilities'],
  ['the latest image', (c) => (c.container.image = 'candid/notes:latest'), 'which is no version'],
  ['an image without a tag', (c) => (c.container.image = 'host:5000/candid/notes'), 'which is no version'],
  ['no limit of memory', (c) => delete c.container.resources.limits.memory, 'no limit of memory'],
  ['no request of a core', (c) => delete c.container.resources.requests.cpu, 'has no request or no limit of cpu'],
  [
    'a request above its limit',
    (c) => (c.container.resources.requests.memory = '2Gi'),
    'requests more memory than its limit',
  ],
  [
    'a secret in the environment',
    (c) => c.container.env.push({ name: 'KEY', valueFrom: { secretKeyRef: {} } }),
    'has the secret KEY in its environment',
  ],
  ['no probe of its readiness', (c) => delete c.container.readinessProbe, 'has no readinessProbe'],
  [
    'a death for a slow database',
    (c) => (c.container.livenessProbe.httpGet.path = '/health/ready'),
    'is killed for more than a stuck event loop',
  ],
  [
    'too little time to end',
    (c) => (podOf(c).terminationGracePeriodSeconds = 5),
    'is killed before it has ended by itself',
  ],
  [
    'a service without a pause',
    (c) => (c.natsService.spec.selector = { 'app.kubernetes.io/name': 'notes' }),
    'ends before who routes to it has heard of it',
  ],
  ['no disruption budget', (c) => c.objects.splice(c.objects.indexOf(c.budget), 1), 'has 0 disruption budgets'],
  ['no spread over nodes', (c) => podOf(c).topologySpreadConstraints.shift(), 'is not spread over nodes'],
  [
    'a broken roll-out that shows after an hour',
    (c) => (c.service.spec.progressDeadlineSeconds = 3_600),
    'shows a broken roll-out after more than ten minutes',
  ],
  [
    'an update with pods missing',
    (c) => (c.service.spec.strategy.rollingUpdate.maxUnavailable = 1),
    'is updated with pods missing',
  ],
];

const references: Rule[] = [
  ['an open namespace', (c) => (c.namespace.metadata.labels = {}), 'lets pods in that are not restricted'],
  [
    'a secret that nobody makes',
    (c) => (podOf(c).volumes[0].projected.sources[0].secret.name = 'nuts'),
    'makes no secret nuts',
  ],
  [
    'a key that a secret has not',
    (c) => (podOf(c).volumes[0].projected.sources[0].secret.items[0].key = 'URL'),
    'has no key URL',
  ],
  [
    'a ConfigMap that there is not',
    (c) => (c.container.envFrom = [{ configMapRef: { name: 'process' } }]),
    'there is no ConfigMap process',
  ],
  ['a volume that nobody mounts', (c) => (c.container.volumeMounts = []), 'nobody mounts the volume secrets'],
  [
    'an account that there is not',
    (c) => (podOf(c).serviceAccountName = 'default'),
    'runs under no account of its own',
  ],
  [
    'a service in front of nothing',
    (c) => (c.natsService.spec.selector = { app: 'nats' }),
    '0 workloads stand behind it',
  ],
  [
    'a port that nobody listens on',
    (c) => (c.natsService.spec.ports[0].targetPort = 'clients'),
    'nobody listens on clients',
  ],
  ['a budget for nothing', (c) => (c.budget.spec.selector.matchLabels = { app: 'notes' }), 'selects no pod'],
];

const remove = (cluster: SmallCluster, object: unknown) => cluster.objects.splice(cluster.objects.indexOf(object), 1);
const anywhere = { ipBlock: { cidr: '0.0.0.0/0' } };

const flows: Rule[] = [
  ['nothing denied', (c) => remove(c, c.denial), 'Ingress is not denied by default'],
  ['only what comes in denied', (c) => (c.denial.spec.policyTypes = ['Ingress']), 'Egress is not denied by default'],
  ['no way out', (c) => remove(c, c.leaving), 'no policy lets it leave'],
  ['no way in', (c) => remove(c, c.arriving), 'no policy lets it in'],
  ['the wrong port', (c) => (c.arriving.spec.ingress[0].ports = [{ port: 4223 }]), 'no policy lets it in'],
  [
    'a setting without its flow',
    (c) => delete labelsOf(c)['flow.candid.example/nats'],
    'its settings need nats, which it may not ask',
  ],
  [
    'a flow without its setting',
    (c) => (labelsOf(c)['flow.candid.example/redis'] = 'client'),
    'may ask redis, which its settings do not need',
  ],
  ['a second port', (c) => openMonitor(c), 'port 8222: is open, and nobody needs it'],
  [
    'a way out of the cluster',
    (c) => c.leaving.spec.egress[0].to.push(anywhere),
    'may leave the cluster, and nothing it needs is there',
  ],
  ['no way to look up a name', (c) => remove(c, c.names), 'may not ask the namespace kube-system'],
  [
    'a way to all namespaces',
    (c) => c.leaving.spec.egress[0].to.push({ namespaceSelector: {} }),
    'may ask the namespace any, and need not',
  ],
  ['any address let in', (c) => c.arriving.spec.ingress[0].from.push(anywhere), 'lets strangers into StatefulSet nats'],
  [
    'any namespace let in',
    (c) => c.arriving.spec.ingress[0].from.push({ namespaceSelector: {} }),
    'lets strangers into StatefulSet nats',
  ],
];

function openMonitor(cluster: SmallCluster): void {
  cluster.server.spec.template.spec.containers[0].ports.push({ name: 'monitor', containerPort: 8222 });
  cluster.leaving.spec.egress[0].ports.push({ protocol: 'TCP', port: 8222 });
  cluster.arriving.spec.ingress[0].ports.push({ protocol: 'TCP', port: 8222 });
}

const connections: Rule[] = [
  ['more pods than connections', (c) => takeConnections(c, '59'), '3 pods need 60 connections, PostgreSQL db takes 59'],
  [
    'instances more than connections',
    (c) => takeConnections(c, '61', { instances: 3 }),
    '3 pods need 62 connections, PostgreSQL db takes 61',
  ],
  [
    'connections reserved for the superuser',
    (c) => takeConnections(c, '66', {}, { superuser_reserved_connections: '10' }),
    '3 pods need 67 connections, PostgreSQL db takes 66',
  ],
  ['more pods by an autoscaler', (c) => scaleOut(c, 6), '7 pods need 100 connections, PostgreSQL db takes 60'],
  ['a process past PgBouncer', (c) => pool(c, 'other:5432'), 'notes connects through no PgBouncer'],
  [
    'pools more than connections',
    (c) => pool(c, 'db-pooler:5432'),
    '3 pods need 76 connections, PostgreSQL db takes 60',
  ],
];

function takeConnections(cluster: SmallCluster, limit: string, more = {}, parameters = {}): void {
  labelsOf(cluster)['flow.candid.example/database'] = 'client';
  const spec = { ...more, postgresql: { parameters: { ...parameters, max_connections: limit } } };
  cluster.objects.push({ kind: 'Cluster', metadata: { name: 'db' }, spec });
}

/** Adds a pooler of two instances with 20 connections each. */
function pool(cluster: SmallCluster, address: string): void {
  takeConnections(cluster, '60');
  podOf(cluster).containers[0].env.push({ name: 'DATABASE_POOLER', value: address });
  const pgbouncer = { parameters: { default_pool_size: '20', max_client_conn: '1000' } };
  const spec = { cluster: { name: 'db' }, instances: 2, pgbouncer };
  cluster.objects.push({ kind: 'Pooler', metadata: { name: 'db-pooler' }, spec } as never);
}

function scaleOut(cluster: SmallCluster, maxReplicaCount: number): void {
  takeConnections(cluster, '60');
  const spec = { scaleTargetRef: { name: 'notes' }, maxReplicaCount };
  cluster.objects.push({ kind: 'ScaledObject', metadata: { name: 'notes' }, spec });
}

const natsOf = (cluster: SmallCluster) => podOf(cluster).volumes[0].projected.sources;

const credentials: Rule[] = [
  [
    "another process's NATS user",
    (c) => natsOf(c).push({ secret: { name: 'nats-gateway', items: [{ key: 'NATS_URL', path: 'OTHER' }] } }),
    'has the secret nats-gateway',
  ],
  ["the server's passwords", (c) => (natsOf(c)[0].secret.name = 'nats'), 'has the secret nats'],
  [
    'a user under another name',
    (c) =>
      c.objects.push({
        kind: 'ExternalSecret',
        metadata: { name: 'nats-photos' },
        spec: { target: { template: { data: { NATS_URL: 'nats://tokens:{{ .password }}@nats:4222' } } } },
      } as never),
    'is of the NATS user tokens',
  ],
];

const dumps: Rule[] = [
  [
    'dumps of different times',
    (c) =>
      c.objects.push(
        ...['1 3 * * *', '2 3 * * *'].map((schedule, number) => ({
          kind: 'CronJob',
          metadata: { name: `notes-${number}-backup` },
          spec: { schedule },
        })),
      ),
    'begin at different times',
  ],
];

type Faults = (objects: any[]) => string[] | Promise<string[]>;

const policies: [string, Faults, Rule[]][] = [
  ['schemas', async (objects) => (await Promise.all(objects.map(schemaFaults))).flat(), schemas],
  ['pods', podFaults, pods],
  ['references', (objects) => referenceFaults(objects, smallSecrets), references],
  ['flows', flowFaults, flows],
  ['connections', connectionFaults, connections],
  ['NATS credentials', natsCredentialFaults, credentials],
  ['dumps', backupFaults, dumps],
  ['replicas', replicaFaults, [['one pod', (c) => (c.service.spec.replicas = 1), 'a single pod carries it']]],
];

describe.each(policies)('the policies of %s', (_, faultsOf, rules) => {
  it('find nothing in what is right', async () => {
    expect(await faultsOf(smallCluster().objects)).toEqual([]);
  });

  it.each(rules)('find %s', async (_what, change, fault) => {
    const cluster = smallCluster();
    change(cluster);
    const found = await faultsOf(structuredClone(cluster.objects));
    expect(found).toEqual(expect.arrayContaining([expect.stringContaining(fault)]));
  });
});
