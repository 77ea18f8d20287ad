import { environmentIn, nameOf } from './manifests.mjs';

/** Keys of the ConfigMap `environment` whose values must differ between environments. */
const own = [
  'namespace',
  'host',
  'publicUrl',
  'mailFrom',
  'photosBucket',
  'backupBucket',
  'secretPrefix',
  'photosRole',
];

/** Namespaces of the platform that all environments of a cluster share. */
const platform = ['monitoring', 'gateway', 'keda', 'cnpg-system', 'kube-system'];

const clusterScoped = ['Namespace', 'PriorityClass'];

function textsIn(value, path = '') {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${path}/${key}`));
}

const bucketsOf = ({ path, text }) => {
  if (/BUCKET$/.test(path)) return [text];
  if (path.endsWith('/destinationPath')) return [text.split('/')[2]];
  return [];
};

/** Finds namespaces in `service.namespace.svc` and `service.namespace:port`. */
const namespacesIn = ({ text }) => [
  ...[...text.matchAll(/\b[a-z][a-z0-9-]*\.([a-z0-9-]+)\.svc\b/g)].map(([, name]) => name),
  ...[...text.matchAll(/\/\/[a-z][a-z0-9-]*\.([a-z0-9-]+):\d+$/g)].map(([, name]) => name),
];

const isQuery = ({ path }) => /\/(?:query|expr)$/.test(path);

const selectedIn = ({ text }) => [...text.matchAll(/\bnamespace=~?(["`])(.*?)\1/g)].map(([, , name]) => name);

function textFaults(entry, environment) {
  const { namespace, photosBucket, backupBucket, secretPrefix } = environment;
  const isForeign = (name) => name !== namespace && !platform.includes(name);
  return [
    ...bucketsOf(entry)
      .filter((name) => name !== photosBucket && name !== backupBucket)
      .map((name) => `names the bucket ${name}`),
    ...namespacesIn(entry)
      .filter(isForeign)
      .map((name) => `names an address in the namespace ${name}`),
    ...(isQuery(entry) ? selectedIn(entry).filter((name) => name !== namespace) : []).map(
      (name) => `asks for the namespace ${name}`,
    ),
    ...(/\/(?:extract|remoteRef)\/key$/.test(entry.path) && !entry.text.startsWith(`${secretPrefix}/`)
      ? [`takes the secret ${entry.text}`]
      : []),
    ...(/of.the.environment/.test(entry.text) ? ['is not said'] : []),
  ].map((fault) => `${entry.path}: ${fault}`);
}

const queryFaults = ({ kind, spec }) =>
  kind === 'ScaledObject'
    ? spec.triggers
        .filter(({ type, metadata }) => type === 'prometheus' && selectedIn({ text: metadata.query }).length === 0)
        .map(({ metadata }) => `asks every namespace: ${metadata.query}`)
    : [];

function hostFaults({ kind, spec }, { host }) {
  const named = { HTTPRoute: () => spec.hostnames, Ingress: () => spec.rules.map((rule) => rule.host) }[kind]?.() ?? [];
  return named.filter((name) => name !== host).map((name) => `answers for ${name}`);
}

function placeFaults({ kind, metadata, spec }, { namespace }) {
  const storeFaults =
    kind === 'ExternalSecret' && spec.secretStoreRef.name !== namespace
      ? [`takes secrets from the store ${spec.secretStoreRef.name}`]
      : [];
  const isClusterScoped = clusterScoped.includes(kind);
  const place = isClusterScoped ? metadata.name : metadata.namespace;
  return [...storeFaults, ...(place === namespace ? [] : [`is in ${place ?? 'no namespace'}`])];
}

/** Finds namespaces, buckets, addresses, queries, secrets and hosts of another environment. */
export function ownFaults(objects) {
  const environment = environmentIn(objects);
  if (environment === undefined) return ['there is no ConfigMap environment'];
  const url = new URL(environment.publicUrl);
  return [
    ...(url.hostname === environment.host ? [] : [`publicUrl is not of the host ${environment.host}`]),
    ...objects.flatMap((object) =>
      [
        ...placeFaults(object, environment),
        ...hostFaults(object, environment),
        ...queryFaults(object),
        ...textsIn(object).flatMap((entry) => textFaults(entry, environment)),
      ].map((fault) => `${nameOf(object)}: ${fault}`),
    ),
  ];
}

function foreignFaults(objects, other) {
  const values = own.flatMap((key) => (other[key] === undefined ? [] : [{ key, value: other[key] }]));
  return objects.flatMap((object) =>
    textsIn(object).flatMap(({ path, text }) =>
      values
        .filter(({ value }) => text.includes(value))
        .map(({ key, value }) => `${nameOf(object)}: ${path} has the other environment's ${key} ${value}`),
    ),
  );
}

export function separationFaults(one, other) {
  const [first, second] = [one, other].map(environmentIn);
  const shared = own.filter((key) => first[key] !== undefined && first[key] === second[key]);
  return [
    ...shared.map((key) => `both have the ${key} ${first[key]}`),
    ...foreignFaults(one, second),
    ...foreignFaults(other, first),
  ];
}
