import { nameOf } from './manifests.mjs';

/** Packages with the schemas of each API group, generated from the OpenAPI documents of the API servers. */
const packages = {
  'cert-manager.io': '@kubernetes-models/cert-manager',
  'external-secrets.io': '@kubernetes-models/external-secrets',
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'keda.sh': '@kubernetes-models/keda',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
};

/** Groups for which no package has schemas; docs/kubernetes.md states the consequences. */
const unchecked = ['postgresql.cnpg.io', 'barmancloud.cnpg.io', 'cilium.io'];

/** Returns undefined for a group that is not checked. Throws if the group or its version has no such kind. */
async function modelOf({ apiVersion, kind }) {
  const [version, group = ''] = apiVersion.split('/').reverse();
  if (unchecked.includes(group)) return undefined;
  const isOwn = group in packages;
  const place = isOwn
    ? `${packages[group]}/${group}/${version}`
    : ['kubernetes-models', group, version].filter(Boolean).join('/');
  const module = await import(`${place}/${kind}`).catch(() => ({}));
  if (module[kind] === undefined) throw new Error(`there is no ${kind} in ${apiVersion}`);
  return module[kind];
}

/**
 * Records which keys of each object are read. A compiled validator reads exactly the keys that the schema names, and
 * all keys of a map. If it reads no key of an object, that object may have any content.
 */
function watched(value, reads, path = '') {
  if (typeof value !== 'object' || value === null) return value;
  const seen = new Set();
  if (!Array.isArray(value)) reads.push({ path, keys: Object.keys(value), seen });
  const children = new Map();
  return new Proxy(value, {
    get(target, key) {
      if (typeof key !== 'string') return target[key];
      if (key !== 'constructor' && key !== 'toString') seen.add(key);
      if (!children.has(key)) children.set(key, watched(target[key], reads, `${path}/${key}`));
      return children.get(key);
    },
  });
}

export async function schemaFaults(object) {
  const faults = [];
  const reads = [];
  try {
    const Model = await modelOf(object);
    if (Model === undefined) return [];
    Model.prototype.validate.call(watched(object, reads));
  } catch (error) {
    faults.push(error.message);
  }
  for (const { path, keys, seen } of reads) {
    if (seen.size === 0) continue;
    faults.push(...keys.filter((key) => !seen.has(key)).map((key) => `there is no key ${path}/${key}`));
  }
  return faults.map((fault) => `${nameOf(object)}: ${fault}`);
}
