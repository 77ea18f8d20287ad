import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { say } from '../say.mjs';
import { backupFaults } from './backups.mjs';
import { clusterSecrets } from './cluster-secrets.mjs';
import { connectionFaults } from './connections.mjs';
import { flowFaults } from './flows.mjs';
import { provideKubectl } from './kubectl.mjs';
import { kustomizations, render } from './manifests.mjs';
import { alertFaults, scalerFaults, versionFaults } from './names-in-code.mjs';
import { natsCredentialFaults } from './nats-credentials.mjs';
import { podFaults, replicaFaults } from './pod-policies.mjs';
import { processAlertFaults } from './process-alerts.mjs';
import { referenceFaults } from './references.mjs';
import { runEach, sum } from './report.mjs';
import { schemaFaults } from './schemas.mjs';
import { settingFaults } from './settings-known.mjs';

const restore = 'restore';
const isWhole = (name) => name !== restore;
const isProduction = (name) => name.startsWith('production');

/** What is asked of the objects of each kustomization: name, whether it is asked, and the faults found. */
const questions = [
  {
    name: 'every object is as its schema says, with no key that it does not know',
    of: () => true,
    faults: async (objects) => (await Promise.all(objects.map(schemaFaults))).flat(),
  },
  { name: 'every pod is restricted, bounded, of a named version, and watched', of: () => true, faults: podFaults },
  { name: 'every process has what it needs to know, and nothing else', of: () => true, faults: settingFaults },
  {
    name: 'every pod has the NATS user of its own process, and no other',
    of: () => true,
    faults: natsCredentialFaults,
  },
  { name: 'every name leads somewhere', of: isWhole, withRestore: true, faults: referenceFaults },
  {
    name: 'every way between pods is named at both ends and needed',
    of: isWhole,
    withRestore: true,
    faults: flowFaults,
  },
  { name: 'own images and migrations are of this version', of: isWhole, faults: versionFaults },
  { name: 'the dumps of all databases begin together', of: isWhole, faults: backupFaults },
  { name: 'two pods carry each process', of: isProduction, faults: replicaFaults },
  { name: 'PostgreSQL has a connection for every pod', of: isWhole, faults: connectionFaults },
  { name: 'autoscalers look at every consumer and queue', of: isProduction, faults: scalerFaults },
  {
    name: "the processes' alerts are those of deploy/observability",
    of: (name) => name === 'production',
    faults: processAlertFaults,
  },
  { name: 'alerts ask for what is counted, and each is explained', of: isProduction, faults: alertFaults },
];

const asked = (overlay, rendered, secrets) =>
  questions
    .filter(({ of }) => of(overlay))
    .map(({ name, withRestore, faults }) => {
      // A restore is applied beside the system.
      const objects = [...rendered.get(overlay), ...(withRestore ? rendered.get(restore) : [])];
      return { name: `kubernetes ${overlay}: ${name}`, faults: () => faults(objects, secrets) };
    });

/** Renders what deploy/k8s holds and asks every question of it. The services have to be built. Resolves to { passed, failed }. */
export async function checkKubernetes() {
  const directory = mkdtempSync(path.join(tmpdir(), 'candid-cluster-'));
  const rendered = new Map();
  try {
    const kubectl = await provideKubectl(say);
    const renders = Object.entries(kustomizations).map(([overlay, place]) => ({
      name: `kubernetes ${overlay}: renders`,
      faults: async () => {
        rendered.set(overlay, await render(kubectl, place));
        return [];
      },
    }));
    const first = await runEach(renders);
    if (first.failed > 0) return first;
    const secrets = clusterSecrets(directory);
    return sum([first, await runEach([...rendered.keys()].flatMap((overlay) => asked(overlay, rendered, secrets)))]);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
