import { describe, expect, it } from '@jest/globals';
import { postgresFaults } from './postgres.mjs';

const namespace = 'candid';

const inZones = (whenUnsatisfiable: string, labelSelector: object) => ({
  ...{ maxSkew: 1, topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable, labelSelector },
  matchLabelKeys: ['cnpg.io/cluster'],
});

function postgres() {
  const cluster: any = {
    ...{ apiVersion: 'postgresql.cnpg.io/v1', kind: 'Cluster', metadata: { name: 'db', namespace } },
    spec: {
      priorityClassName: namespace,
      topologySpreadConstraints: [
        inZones('DoNotSchedule', { matchExpressions: [{ key: 'cnpg.io/instanceName', operator: 'Exists' }] }),
      ],
      postgresql: { parameters: { max_slot_wal_keep_size: '10GB' } },
      walStorage: { size: '20Gi' },
      resources: { requests: { cpu: '500m' }, limits: { cpu: '2' } },
    },
  };
  const pooler: any = {
    ...{ apiVersion: 'postgresql.cnpg.io/v1', kind: 'Pooler', metadata: { name: 'db-pooler', namespace } },
    spec: {
      cluster: { name: 'db' },
      template: {
        spec: { priorityClassName: namespace, topologySpreadConstraints: [inZones('ScheduleAnyway', {})] },
      },
    },
  };
  const backup: any = {
    ...{ apiVersion: 'postgresql.cnpg.io/v1', kind: 'ScheduledBackup', metadata: { name: 'db', namespace } },
    spec: { cluster: { name: 'db' }, method: 'plugin' },
  };
  return { objects: [cluster, pooler, backup], spec: cluster.spec, pooler, backup };
}

type Postgres = ReturnType<typeof postgres>;

describe('the policies of PostgreSQL', () => {
  it('find nothing in what is right', () => {
    expect(postgresFaults(postgres().objects)).toEqual([]);
  });

  it.each<[what: string, change: (of: Postgres) => unknown, fault: string]>([
    [
      'instances that only nodes separate',
      (of) => delete of.spec.topologySpreadConstraints,
      'Cluster db: all of its instances can be in one zone',
    ],
    [
      'zones that are only preferred',
      (of) => (of.spec.topologySpreadConstraints[0].whenUnsatisfiable = 'ScheduleAnyway'),
      'Cluster db: all of its instances can be in one zone',
    ],
    [
      'a job that may bind the volume to a full zone',
      (of) => (of.spec.topologySpreadConstraints[0].labelSelector = { matchLabels: { 'cnpg.io/podRole': 'instance' } }),
      'Cluster db: its rule for zones does not count job join of Cluster db',
    ],
    [
      'poolers that take the zone of an instance',
      (of) => (of.spec.topologySpreadConstraints[0].labelSelector = {}),
      'Cluster db: its rule for zones counts pooler of Pooler db-pooler',
    ],
    [
      'a cluster that others push out',
      (of) => delete of.spec.priorityClassName,
      'Cluster db: has the priority class of other pods',
    ],
    [
      'a pooler that others push out',
      (of) => delete of.pooler.spec.template.spec.priorityClassName,
      'Pooler db-pooler: has the priority class of other pods',
    ],
    [
      'poolers in one zone',
      (of) => delete of.pooler.spec.template.spec.topologySpreadConstraints,
      'Pooler db-pooler: all of its pods can be in one zone',
    ],
    [
      'one requested core of sixteen',
      (of) => (of.spec.resources = { requests: { cpu: '1' }, limits: { cpu: '16' } }),
      'Cluster db: requests 1 of 16 cores',
    ],
    [
      'slots without a bound',
      (of) => delete of.spec.postgresql.parameters.max_slot_wal_keep_size,
      'Cluster db: a lost replica fills the volume of the log',
    ],
    [
      'slots that may fill the volume',
      (of) => (of.spec.walStorage.size = '5Gi'),
      'Cluster db: a lost replica holds 10GB of a volume of 5Gi',
    ],
    [
      'an archive that no base backup bounds',
      (of) => (of.backup.spec.method = 'volumeSnapshot'),
      'Cluster db: nothing ever leaves its archive',
    ],
    [
      'snapshots that nothing removes',
      (of) => (of.backup.spec.method = 'volumeSnapshot'),
      'Cluster db: nothing removes the snapshots of db',
    ],
  ])('find %s', (_what, change, fault) => {
    const of = postgres();
    change(of);
    expect(postgresFaults(structuredClone(of.objects))).toContain(fault);
  });
});
