import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { say } from '../say.mjs';
import { backupFaults } from './backups.mjs';
import { clusterSecrets } from './cluster-secrets.mjs';
import { connectionFaults } from './connections.mjs';
import { flowFaults } from './flows.mjs';
import { provideKubectl } from './kubectl.mjs';
import { environments, kustomizations, render, restoreOf } from './manifests.mjs';
import { scalerFaults, versionFaults } from './names-in-code.mjs';
import { natsCredentialFaults } from './nats-credentials.mjs';
import { podFaults, replicaFaults } from './pod-policies.mjs';
import { referenceFaults } from './references.mjs';
import { runEach, sum } from './report.mjs';
import { runbookFaults } from './runbook-commands.mjs';
import { schemaFaults } from './schemas.mjs';
import { ownFaults, separationFaults } from './separation.mjs';
import { settingFaults } from './settings-known.mjs';
import { streamSizeFaults } from './stream-sizes.mjs';

const isWhole = (name) => !name.endsWith('-restore');
const isOnPlatform = (name) => isWhole(name) && !name.startsWith('dev');
/** The environment that a kustomization is of. */
const environmentOf = (name) => environments.find((environment) => name.startsWith(environment));

/**
 * The checks of each kustomization's objects: `of` says which kustomizations are checked, `faults` returns the faults.
 */
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
  { name: 'what it names is of its own environment', of: () => true, faults: ownFaults },
  { name: 'every name leads somewhere', of: isWhole, withRestore: true, faults: referenceFaults },
  {
    name: 'every way between pods is named at both ends and needed',
    of: isWhole,
    withRestore: true,
    faults: flowFaults,
  },
  { name: 'own images and migrations are of this version', of: isWhole, faults: versionFaults },
  { name: 'the dumps of all databases begin together', of: isWhole, faults: backupFaults },
  { name: 'two pods carry each process', of: isOnPlatform, faults: replicaFaults },
  { name: 'the streams fit into JetStream, and that into its volume', of: isWhole, faults: streamSizeFaults },
  { name: 'PostgreSQL has a connection for every pod', of: isWhole, faults: connectionFaults },
  { name: 'autoscalers look at every consumer and queue', of: isOnPlatform, faults: scalerFaults },
];

const asked = (overlay, rendered, secrets) =>
  questions
    .filter(({ of }) => of(overlay))
    .map(({ name, withRestore, faults }) => {
      // A restore is applied beside the system.
      const besides = withRestore ? rendered.get(restoreOf(environmentOf(overlay))) : [];
      const objects = [...rendered.get(overlay), ...besides];
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
        rendered.set(overlay, await render(kubectl, place()));
        return [];
      },
    }));
    const first = await runEach(renders);
    if (first.failed > 0) return first;
    const secrets = clusterSecrets(directory);
    const second = await runEach([...rendered.keys()].flatMap((overlay) => asked(overlay, rendered, secrets)));
    const all = (name) => [...rendered.get(name), ...rendered.get(restoreOf(name))];
    const apart = {
      name: 'kubernetes: staging and production have nothing of each other',
      faults: () => separationFaults(all('staging'), all('production')),
    };
    const runbooks = {
      name: 'kubernetes: the commands of the runbooks need no checkout, and what they name is there',
      faults: () => runbookFaults(rendered.get('production')),
    };
    return sum([first, second, await runEach([apart, runbooks])]);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
