import { readFileSync } from 'node:fs';
import { fromRoot } from '../paths.mjs';
import { databaseNames } from '../secrets.mjs';
import { sourcesBelow, subscribersIn } from '../subscriber-names.mjs';

const found = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => name);

/** What the services follow in JetStream, as names of durable consumers. */
const consumersIn = (service) => subscribersIn(service).map((name) => `${service}-${name}`);

const queuesIn = (service) =>
  sourcesBelow(fromRoot('services', service, 'src')).flatMap((text) => found(text, /_QUEUE = '([\w-]+)'/g));

function triggerFaults(object, type, wanted, nameOf) {
  const given = object.spec.triggers.filter((trigger) => trigger.type === type).map(({ metadata }) => nameOf(metadata));
  const { name } = object.metadata;
  return [
    ...wanted.filter((item) => !given.includes(item)).map((item) => `ScaledObject ${name}: does not look at ${item}`),
    ...given
      .filter((item) => !wanted.includes(item))
      .map((item) => `ScaledObject ${name}: looks at ${item}, which is not there`),
  ];
}

/** Whether the autoscalers look at every consumer and queue that the code has, and at no other. */
export function scalerFaults(objects) {
  const scaledObject = (name) =>
    objects.find(({ kind, metadata }) => kind === 'ScaledObject' && metadata.name === name);
  return databaseNames.flatMap((service) => [
    ...triggerFaults(scaledObject(service), 'nats-jetstream', consumersIn(service), ({ consumer }) => consumer),
    ...triggerFaults(scaledObject(`${service}-worker`), 'redis', queuesIn(service), ({ listName }) =>
      listName.replace(/^bull:(.+):wait$/, '$1'),
    ),
  ]);
}

/** Whether the alerts of the cluster ask for what its exporter tells, and each is explained; the processes' own have a spec. */
export function alertFaults(objects) {
  const rule = objects.find(({ kind, metadata }) => kind === 'PrometheusRule' && metadata.name === 'candid-cluster');
  return rule.spec.groups
    .flatMap(({ rules }) => rules)
    .flatMap(({ alert, expr, annotations }) => {
      const metrics = found(expr, /\b([a-z][a-z0-9]*(?:_[a-z0-9]+)+)\{/g).filter((name) => !name.startsWith('kube_'));
      const [file, anchor] = (annotations?.runbook_url ?? '').split('#');
      return [
        ...metrics.map((name) => `alert ${alert}: the cluster does not tell ${name}`),
        ...(file && isEntry(file, anchor) ? [] : [`alert ${alert}: its runbook ${file}#${anchor} is not there`]),
      ];
    });
}

const slug = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');

function isEntry(file, anchor) {
  const text = readFileSync(fromRoot(file), 'utf8');
  return anchor === undefined || found(text, /^#+ (.+)$/gm).some((heading) => slug(heading) === anchor);
}

/** Whether own images and the migration jobs are of the version that the packages have. */
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
