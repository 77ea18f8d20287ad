import { readFileSync } from 'node:fs';
import { fromRoot } from '../paths.mjs';
import { databaseNames } from '../secrets.mjs';

/** The metric that each kind of process is scaled by, and the label by which its figures are the same from every pod. */
const scaledBy = {
  service: { metric: 'jetstream_consumer_pending_messages', label: 'consumer' },
  worker: { metric: 'work_items_open', label: 'queue' },
};

/** Selects every queue or consumer of a workload, so that a new one counts without a change here. */
function queryOf(name, namespace) {
  const { metric, label } = scaledBy[name.endsWith('-worker') ? 'worker' : 'service'];
  const state = metric === 'work_items_open' ? ', state="due"' : '';
  return `sum(max by (${label}) (${metric}{namespace="${namespace}", app_kubernetes_io_name="${name}"${state}}))`;
}

/** Checks that each service scales by the backlog of its consumers, and each worker by its due work. */
export function scalerFaults(objects) {
  const names = databaseNames.flatMap((service) => [service, `${service}-worker`]);
  const metrics = readFileSync(fromRoot('docs', 'metrics.md'), 'utf8');
  const { namespace } = objects.find(({ metadata }) => metadata.name === 'environment').data;
  const unknown = Object.values(scaledBy).filter(({ metric }) => !metrics.includes(`\`${metric}\``));
  return [
    ...unknown.map(({ metric }) => `docs/metrics.md has no ${metric}`),
    ...names.flatMap((name) => {
      const object = objects.find(({ kind, metadata }) => kind === 'ScaledObject' && metadata.name === name);
      const queries = object?.spec.triggers.flatMap(({ type, metadata }) =>
        type === 'prometheus' ? metadata.query : [],
      );
      return queries?.join() === queryOf(name, namespace)
        ? []
        : [`ScaledObject ${name}: does not ask ${queryOf(name, namespace)}`];
    }),
    ...objects
      .filter(({ kind, spec }) => kind === 'ScaledObject' && spec.fallback?.behavior !== 'currentReplicasIfHigher')
      .map(({ metadata }) => `ScaledObject ${metadata.name}: shrinks when its figure cannot be read`),
  ];
}

export function versionFaults(objects) {
  const { version } = JSON.parse(readFileSync(fromRoot('gateway', 'package.json'), 'utf8'));
  const images = JSON.stringify(objects).match(/candid\/[a-z]+[:@][^"]+/g) ?? [];
  const suffix = `-migrate-${version.replaceAll('.', '-')}`;
  const jobs = objects.filter(({ kind, metadata }) => kind === 'Job' && metadata.name.includes('-migrate'));
  return [
    ...new Set(
      images
        .filter((image) => !image.includes('@sha256:') && !image.endsWith(`:${version}`))
        .map((image) => `${image} is not version ${version}`),
    ),
    ...jobs
      .filter(({ metadata }) => !metadata.name.endsWith(suffix))
      .map(({ metadata }) => `Job ${metadata.name} is not named by version ${version}`),
  ];
}
