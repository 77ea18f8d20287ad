import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { clusterSecrets } from '../kubernetes/cluster-secrets.mjs';
import { programs } from '../kubernetes/pods-of-others.mjs';
import { storedSecrets } from './secret-store.mjs';

const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');

const secrets = {
  'nats-gateway': { NATS_URL: 'nats://gateway:secret@nats:4222' },
  'object-storage': { S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'hidden' },
  'backup-storage': { 'rclone.conf': '[store]' },
  redis: { password: 'other' },
};

describe('the cluster of the forge', () => {
  it('gets the properties that the ExternalSecrets take', () => {
    expect(storedSecrets(secrets)).toMatchObject({
      'nats-gateway': { password: 'secret' },
      'backup-storage': { 'rclone.conf': '[store]', 'access-key': 'key', 'secret-key': 'hidden' },
      redis: { password: 'other' },
    });
  });

  it('has every secret and property that the overlay takes from the store', () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'cluster-'));
    const stored = storedSecrets(clusterSecrets(directory));
    rmSync(directory, { recursive: true });
    const taken = parseAllDocuments(read('deploy/k8s/components/external-secrets/secrets.yaml'))
      .map((document) => document.toJS())
      .flatMap(({ spec }) => [
        ...(spec.dataFrom ?? []).map(({ extract }: any) => ({ key: extract.key, template: spec.target.template })),
        ...(spec.data ?? []).map(({ remoteRef }: any) => remoteRef),
      ]);
    const missing = taken.flatMap(({ key, property, template }) => {
      const values = stored[key.replace('environment/', '')];
      const inTemplate = [...JSON.stringify(template ?? {}).matchAll(/\{\{ \.(\w+) \}\}/g)].map(([, name]) => name);
      const wanted = property ? [property] : inTemplate;
      return values ? wanted.filter((name) => !(name in values)).map((name) => `${key} ${name}`) : [key];
    });
    expect(missing).toEqual([]);
  });

  it('runs the versions whose sources were read, and scripts of the repository', () => {
    const { env, jobs } = parse(read('.github/workflows/cluster.yml'));
    expect(env.CLOUDNATIVEPG).toBe(programs.CloudNativePG.version);
    expect(env.CERT_MANAGER).toBe(`v${programs['cert-manager'].version}`);
    expect(env.KEDA).toBe(programs.KEDA.version);
    expect(env.PROMETHEUS_OPERATOR).toBe(`v${programs['Prometheus operator'].version}`);
    const commands = jobs.cluster.steps.map(({ run = '' }: { run?: string }) => run).join('\n');
    const files = [...commands.matchAll(/deploy\/checks\/cluster\/[\w-]+\.(?:mjs|yaml)/g)].map(([file]) => file);
    expect(files).toHaveLength(4);
    for (const file of files) expect(read(file)).not.toBe('');
  });
});
