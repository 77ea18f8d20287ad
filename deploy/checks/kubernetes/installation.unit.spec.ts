import { describe, expect, it } from '@jest/globals';
import { endedJobFaults, pullSecretFaults, releasedImageFaults, rightsFaults } from './installation.mjs';

const object = (apiVersion: string, kind: string, more: object = {}): any => ({
  ...{ apiVersion, kind, metadata: { name: 'one' } },
  ...more,
});

const role = (...apiGroups: string[]): any => ({
  ...{ kind: 'Role', metadata: { name: 'deployers' }, rules: [{ apiGroups, resources: ['*'], verbs: ['*'] }] },
});

describe('the installation', () => {
  it('needs rights in one namespace only', () => {
    const objects = [object('apps/v1', 'Deployment'), object('keda.sh/v1alpha1', 'ScaledObject')];
    expect(rightsFaults(objects, [role('keda.sh')])).toEqual([]);
    expect(rightsFaults(objects, [role('cilium.io')])).toEqual(['ScaledObject one: no role allows keda.sh']);
    expect(rightsFaults([object('v1', 'Namespace')], [role()])).toEqual(['Namespace one: is outside of the namespace']);
  });

  it('keeps the jobs that have ended', () => {
    const job = (spec: object) => object('batch/v1', 'Job', { spec });
    expect(endedJobFaults([job({})])).toEqual([]);
    expect(endedJobFaults([job({ ttlSecondsAfterFinished: 1 })])).toEqual([
      'Job one: runs again after its time to live',
    ]);
  });

  it('runs only images that a release sets', () => {
    const cluster = (imageName: string) => object('postgresql.cnpg.io/v1', 'Cluster', { spec: { imageName } });
    const images = [{ name: 'ghcr.io/cloudnative-pg/postgresql', newTag: '17.11' }];
    expect(releasedImageFaults([cluster('ghcr.io/cloudnative-pg/postgresql:17.11')], images)).toEqual([]);
    expect(releasedImageFaults([cluster('ghcr.io/cloudnative-pg/postgresql:17.10')], images)).toEqual([
      'Cluster one: components/release does not set ghcr.io/cloudnative-pg/postgresql:17.10',
    ]);
  });

  it('pulls every image with the same secret', () => {
    const type = 'kubernetes.io/dockerconfigjson';
    const secret = object('external-secrets.io/v1', 'ExternalSecret', {
      spec: { target: { name: 'registry', template: { type } } },
    });
    const account = (imagePullSecrets?: object[]) => object('v1', 'ServiceAccount', { imagePullSecrets });
    expect(pullSecretFaults([account()])).toEqual([]);
    expect(pullSecretFaults([secret, account([{ name: 'registry' }])])).toEqual([]);
    expect(pullSecretFaults([secret, account()])).toEqual(['ServiceAccount one: pulls without the secret registry']);
  });
});
