import { describe, expect, it } from '@jest/globals';
import { ownFaults, separationFaults } from './separation.mjs';

const values = (name: string) => ({
  namespace: `candid-${name}`,
  host: `${name}.candid.example`,
  publicUrl: `https://${name}.candid.example`,
  photosBucket: `candid-${name}-photos`,
  backupBucket: `candid-${name}-backups`,
  secretPrefix: `candid-${name}`,
});

/** Creates valid objects of one environment. Each contains the environment's name in a different field. */
function environment(name: string): any {
  const { namespace, host, backupBucket, secretPrefix } = values(name);
  const metadata = (of: string) => ({ name: of, namespace });
  return {
    values: { kind: 'ConfigMap', metadata: metadata('environment'), data: values(name) },
    namespace: { kind: 'Namespace', metadata: { name: namespace } },
    backup: { kind: 'ConfigMap', metadata: metadata('backup'), data: { BACKUP_BUCKET: backupBucket } },
    store: { kind: 'ObjectStore', metadata: metadata('db'), spec: { destinationPath: `s3://${backupBucket}/cluster` } },
    secret: {
      kind: 'ExternalSecret',
      metadata: metadata('redis'),
      spec: { secretStoreRef: { name: namespace }, dataFrom: [{ extract: { key: `${secretPrefix}/redis` } }] },
    },
    route: { kind: 'HTTPRoute', metadata: metadata('edge'), spec: { hostnames: [host] } },
    ingress: { kind: 'Ingress', metadata: metadata('edge'), spec: { rules: [{ host }] } },
    rule: {
      kind: 'PrometheusRule',
      metadata: metadata('rule'),
      spec: { groups: [{ rules: [{ expr: `up{namespace="${namespace}"}` }] }] },
    },
    address: { kind: 'ConfigMap', metadata: metadata('address'), data: { URL: `nats://nats.${namespace}.svc:4222` } },
    scaler: {
      kind: 'ScaledObject',
      metadata: metadata('worker'),
      spec: { triggers: [{ type: 'prometheus', metadata: { query: `up{namespace="${namespace}"}` } }] },
    },
  };
}

const objectsOf = (of: any) => Object.values(of) as any[];

describe('an environment', () => {
  it('has nothing of another', () => {
    expect(ownFaults(objectsOf(environment('one')))).toEqual([]);
    expect(separationFaults(objectsOf(environment('one')), objectsOf(environment('two')))).toEqual([]);
  });

  it.each<[what: string, change: (of: any) => unknown, fault: string]>([
    ['an object in another namespace', (of) => (of.route.metadata.namespace = 'candid-two'), 'is in candid-two'],
    ['an object in no namespace', (of) => delete of.route.metadata.namespace, 'is in no namespace'],
    ['another namespace', (of) => (of.namespace.metadata.name = 'candid-two'), 'is in candid-two'],
    ["another's bucket", (of) => (of.backup.data.BACKUP_BUCKET = 'shared'), 'names the bucket shared'],
    ['a shared archive', (of) => (of.store.spec.destinationPath = 's3://shared/cluster'), 'names the bucket shared'],
    [
      "another's secret",
      (of) => (of.secret.spec.dataFrom[0].extract.key = 'candid/redis'),
      'takes the secret candid/redis',
    ],
    ['a shared store', (of) => (of.secret.spec.secretStoreRef.name = 'candid'), 'takes secrets from the store candid'],
    ["another's host", (of) => (of.route.spec.hostnames = ['candid.example']), 'answers for candid.example'],
    ["another's host of an Ingress", (of) => (of.ingress.spec.rules[0].host = 'x.example'), 'answers for x.example'],
    [
      'an alert of another',
      (of) => (of.rule.spec.groups[0].rules[0].expr = 'up{namespace=`candid`}'),
      'asks for the namespace candid',
    ],
    [
      "another's figure",
      (of) => (of.scaler.spec.triggers[0].metadata.query = 'up{namespace="x"}'),
      'asks for the namespace x',
    ],
    ["everybody's figure", (of) => (of.scaler.spec.triggers[0].metadata.query = 'up'), 'asks every namespace'],
    [
      "another's server",
      (of) => (of.address.data.URL = 'nats://nats.candid.svc:4222'),
      'an address in the namespace candid',
    ],
    ['a value that nobody put in', (of) => (of.address.data.URL = 'of the environment'), 'is not said'],
    ['an address of another host', (of) => (of.values.data.publicUrl = 'https://x.example'), 'is not of the host'],
    ['no values', (of) => delete of.values, 'no ConfigMap environment'],
  ])('is found to have %s', (_what, change, fault) => {
    const of = environment('one');
    change(of);
    expect(ownFaults(objectsOf(of))).toEqual(expect.arrayContaining([expect.stringContaining(fault)]));
  });

  it('is found to share a value, and to name that of another', () => {
    const [one, two] = [environment('one'), environment('two')];
    two.values.data.backupBucket = one.values.data.backupBucket;
    one.address.data.URL = 'two.candid.example/hook';
    const found = separationFaults(objectsOf(one), objectsOf(two));
    expect(found).toContain('both have the backupBucket candid-one-backups');
    expect(found).toContainEqual(expect.stringContaining("has the other environment's host two.candid.example"));
  });
});
