import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { smallCluster } from './cluster.fixture.spec.js';
import { flowFaults } from './flows.mjs';
import { tablesOfOthers } from './pods-of-others.mjs';

const ofDatabase = { matchLabels: { 'flow.candid.example/database': 'server' } };
const operator = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'cnpg-system' } } };
const tcp = (...ports: number[]) => ports.map((port) => ({ protocol: 'TCP', port }));

/** Returns a PostgreSQL cluster with a pooler, an Ingress, and the policies that their pods need. */
function clusterOfOthers() {
  const policy = (name: string, spec: object): any => ({
    ...{ apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name }, spec },
  });
  const cluster: any = {
    ...{ apiVersion: 'postgresql.cnpg.io/v1', kind: 'Cluster', metadata: { name: 'db' } },
    spec: { inheritedMetadata: { labels: { 'flow.candid.example/database': 'server' } } },
  };
  const pooler: any = {
    ...{ apiVersion: 'postgresql.cnpg.io/v1', kind: 'Pooler', metadata: { name: 'db-pooler' } },
    spec: {
      cluster: { name: 'db' },
      template: { metadata: { labels: { 'flow.candid.example/database': 'server' } } },
    },
  };
  const ingress: any = {
    ...{ apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: { name: 'edge' }, spec: { rules: [] } },
  };
  const instances = policy('instances', {
    podSelector: ofDatabase,
    policyTypes: ['Ingress', 'Egress'],
    ingress: [
      { from: [{ podSelector: ofDatabase }], ports: tcp(5432, 8000) },
      { from: [operator], ports: tcp(5432, 8000) },
    ],
    egress: [
      { to: [{ podSelector: ofDatabase }], ports: tcp(5432, 8000) },
      { to: [{ ipBlock: { cidr: '0.0.0.0/0' } }], ports: tcp(443, 6443) },
    ],
  });
  const challenges = policy('challenges', {
    podSelector: { matchLabels: { 'acme.cert-manager.io/http01-solver': 'true' } },
    policyTypes: ['Ingress'],
    ingress: [{ ports: tcp(8089) }],
  });
  const ofCilium: any = {
    ...{ apiVersion: 'cilium.io/v2', kind: 'CiliumNetworkPolicy', metadata: { name: 'api' } },
    spec: {
      endpointSelector: ofDatabase,
      egress: [{ toEntities: ['kube-apiserver'], toPorts: [{ ports: [{ port: '443' }, { port: '6443' }] }] }],
    },
  };
  const objects = [...smallCluster().objects, cluster, pooler, ingress, instances, challenges, ofCilium];
  return { objects, cluster, pooler, ingress, instances, challenges, ofCilium };
}

type Others = ReturnType<typeof clusterOfOthers>;

const remove = ({ objects }: Others, object: unknown) => objects.splice(objects.indexOf(object), 1);

describe('the policies of pods that operators create', () => {
  it('find nothing in what is right', () => {
    expect(flowFaults(clusterOfOthers().objects)).toEqual([]);
  });

  it.each<[what: string, change: (of: Others) => unknown, fault: string]>([
    [
      'jobs that inherit no label',
      (of) => delete of.cluster.spec.inheritedMetadata,
      'job initdb of Cluster db: may not ask the Kubernetes API at 6443',
    ],
    [
      'a pooler that has no label',
      (of) => delete of.pooler.spec.template,
      'pooler of Pooler db-pooler: may not ask the Kubernetes API at 443',
    ],
    [
      'no way to the API',
      (of) => (of.instances.spec.egress[1].ports = tcp(443)),
      'instance of Cluster db: may not ask the Kubernetes API at 6443',
    ],
    [
      'an API in a private network that is excepted',
      (of) => (of.instances.spec.egress[1].to[0].ipBlock.except = ['10.0.0.0/8']),
      'job join of Cluster db: may not ask the Kubernetes API at 443',
    ],
    [
      'an API on a node under Cilium',
      (of) => (of.ofCilium.spec.egress[0].toEntities = ['world']),
      'job major-upgrade of Cluster db: may not ask the Kubernetes API at 443 where Cilium decides',
    ],
    [
      'no way to the archive',
      (of) => (of.instances.spec.egress[1].ports = tcp(6443)),
      'job full-recovery of Cluster db: may not reach the archive',
    ],
    [
      'no way from a new replica to the primary',
      (of) => (of.instances.spec.egress[0].ports = tcp(8000)),
      'job join of Cluster db to instance of Cluster db, port 5432: no policy lets it leave',
    ],
    [
      'a solver that nobody reaches',
      (of) => remove(of, of.challenges),
      'HTTP-01 solver of Ingress edge, port 8089: no policy lets proxy of the Ingress in',
    ],
    [
      'an operator that is kept out',
      (of) => (of.instances.spec.ingress[1].ports = tcp(5432)),
      'instance of Cluster db, port 8000: no policy lets operator in',
    ],
  ])('find %s', (_what, change, fault) => {
    const of = clusterOfOthers();
    change(of);
    expect(flowFaults(structuredClone(of.objects))).toContain(fault);
  });

  it.each(tablesOfOthers().map((table) => [table.split('\n', 1)[0], table]))(
    'are in docs/kubernetes.md: %s',
    (_, table) => {
      expect(readFileSync(new URL('../../../docs/kubernetes.md', import.meta.url), 'utf8')).toContain(table);
    },
  );
});
