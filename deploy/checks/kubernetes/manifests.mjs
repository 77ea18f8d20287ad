import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fromRoot } from '../../../tools/lib/paths.mjs';
import { runCommand } from '../../../tools/lib/run.mjs';

export const environments = ['dev', 'staging', 'production'];

/** Components that an environment may add in its overlay. */
const choices = ['ingress', 'payments', 'cloud-identity', 'network-policies-cilium', 'pull-secret', 'environment'];

/** Writes an overlay of production with every optional component to .cache. It is rendered but never applied. */
function writeProductionWithChoices() {
  const directory = path.join('.cache', 'production-with-choices');
  mkdirSync(fromRoot(directory), { recursive: true });
  const place = (...names) => path.join('..', '..', 'deploy', 'k8s', ...names);
  const kustomization = {
    resources: [place('overlays', 'production')],
    components: choices.map((name) => place('components', name)),
  };
  writeFileSync(fromRoot(directory, 'kustomization.yaml'), JSON.stringify(kustomization));
  return directory;
}

export const restoreOf = (environment) => `${environment}-restore`;
export const namespaceOf = (environment) => `${environment}-namespace`;
export const recoveryOf = (environment) => `${environment}-recovery`;

/** Kustomizations that the checks render, as functions that return a directory. Together they use every component. */
export const kustomizations = {
  ...Object.fromEntries(
    environments.flatMap((name) => [
      [name, () => `deploy/k8s/overlays/${name}`],
      [restoreOf(name), () => `deploy/k8s/overlays/${name}/restore`],
      [namespaceOf(name), () => `deploy/k8s/overlays/${name}/namespace`],
    ]),
  ),
  ...Object.fromEntries(
    ['staging', 'production'].map((name) => [recoveryOf(name), () => `deploy/k8s/overlays/${name}/recovery`]),
  ),
  'production-large': () => 'deploy/k8s/overlays/production-large',
  'production-with-choices': writeProductionWithChoices,
};

export async function render(kubectl, directory) {
  const { parseAllDocuments } = await import('yaml');
  const { code, output } = await runCommand(kubectl, ['kustomize', fromRoot(directory)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    limitMs: 60_000,
  });
  if (code !== 0) throw new Error(`kubectl kustomize ${directory} failed:\n${output}`);
  return parseAllDocuments(output).map((document) => {
    if (document.errors.length > 0) throw new Error(`${directory}: ${document.errors[0].message}`);
    return document.toJS();
  });
}

export const environmentIn = (objects) =>
  objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'environment')?.data;

/** Returns the autoscalers' limits as { [workload]: { least, most } }. */
export const scaledPods = (objects) =>
  Object.fromEntries(
    objects
      .filter(({ kind }) => kind === 'HorizontalPodAutoscaler' || kind === 'ScaledObject')
      .map(({ spec }) => [
        spec.scaleTargetRef.name,
        { least: spec.minReplicas ?? spec.minReplicaCount, most: spec.maxReplicas ?? spec.maxReplicaCount },
      ]),
  );

export const nameOf = ({ kind, metadata }) => `${kind} ${metadata?.name}`;

const templateOf = {
  Deployment: ({ spec }) => spec.template,
  StatefulSet: ({ spec }) => spec.template,
  Job: ({ spec }) => spec.template,
  CronJob: ({ spec }) => spec.jobTemplate.spec.template,
};

/** Returns each pod template as { object, name, labels, spec, containers (init containers too), runsForEver }. */
export function podsOf(objects) {
  return objects
    .filter(({ kind }) => kind in templateOf)
    .map((object) => {
      const { metadata, spec } = templateOf[object.kind](object);
      const containers = [...(spec.initContainers ?? []), ...spec.containers];
      const runsForEver = object.kind === 'Deployment' || object.kind === 'StatefulSet';
      return { object, name: nameOf(object), labels: metadata?.labels ?? {}, spec, containers, runsForEver };
    });
}

export const matches = (selector, labels) => {
  const { matchLabels = {}, matchExpressions = [] } = selector ?? {};
  const byLabels = Object.entries(matchLabels).every(([key, value]) => labels[key] === value);
  const byExpression = ({ key, operator, values = [] }) => {
    if (operator === 'In') return values.includes(labels[key]);
    if (operator === 'NotIn') return !values.includes(labels[key]);
    if (operator === 'Exists') return key in labels;
    if (operator === 'DoesNotExist') return !(key in labels);
    throw new Error(`a selector knows no operator ${operator}`);
  };
  return byLabels && matchExpressions.every(byExpression);
};
