import { filesOf, ofTheRuntime, settingsOf, settingsOfEdge } from '../settings.mjs';
import { podsOf } from './manifests.mjs';

/** Sample values of secrets that only a secret store has. deploy/checks/deploy-secrets.mjs generates the others. */
const samples = {
  NATS_CA: '-----BEGIN CERTIFICATE-----',
  STRIPE_SECRET_KEY: 'sk_live_sample',
  STRIPE_WEBHOOK_SECRET: 'whsec_sample',
};

/** Returns the zod schema of the settings that `node <folder>/dist/<entry>.js` reads; undefined for other commands. */
async function schemaOf({ command = [] }) {
  const [, folder, entry] = /^((?:gateway|services\/\w+))\/dist\/(\w+)\.js$/.exec(command[1] ?? '') ?? [];
  if (command[0] !== 'node' || entry === undefined) return undefined;
  return settingsOf({ folder, entry });
}

function givenValues(container, pod, objects, secrets) {
  const dataOf = (name) =>
    objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name)?.data ?? {};
  const fromMaps = (container.envFrom ?? []).map(({ configMapRef }) => dataOf(configMapRef?.name));
  const values = Object.assign({}, ...fromMaps);
  const files = filesOf(pod);
  const faults = [];
  for (const { name, value, valueFrom } of container.env ?? []) {
    const reference = valueFrom?.configMapKeyRef;
    values[name] = reference ? dataOf(reference.name)[reference.key] : value;
  }
  for (const [name, file] of Object.entries(values).filter(([name]) => name.endsWith('_FILE'))) {
    const mounted = (container.volumeMounts ?? []).find(({ mountPath }) => file.startsWith(`${mountPath}/`));
    const found = files.get(mounted?.name)?.find((entry) => `${mounted.mountPath}/${entry.file}` === file);
    const plain = name.replace(/_FILE$/, '');
    delete values[name];
    if (!found && !mounted) faults.push(`${name} names ${file}, which is not mounted`);
    else if (!found && files.get(mounted.name).length > 0)
      faults.push(`${name} names ${file}, which no secret is put at`);
    else values[plain] = (found && secrets[found.secret]?.[found.key]) ?? samples[plain] ?? 'a value of its own';
  }
  // Processes treat an empty setting as absent.
  return { values: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')), faults };
}

const storageSettings = ({ S3_CREDENTIALS }) => [
  'S3_ENDPOINT',
  'S3_BUCKET',
  ...(S3_CREDENTIALS === 'web-identity' ? [] : ['S3_ACCESS_KEY', 'S3_SECRET_KEY']),
];

async function nodeFaults(container, pod, objects, secrets) {
  const schema = await schemaOf(container);
  if (schema === undefined) return [];
  const { values, faults } = givenValues(container, pod, objects, secrets);
  const known = [...Object.keys(schema.shape), ...ofTheRuntime];
  const unknown = Object.keys(values).filter((name) => !known.includes(name));
  const parsed = schema.safeParse(values);
  const wrong = parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path[0]}: ${message}`);
  const missing = values.OBJECT_STORAGE === 's3' ? storageSettings(values).filter((name) => !values[name]) : [];
  return [
    ...faults,
    ...unknown.map((name) => `${name} is no setting of ${container.command[1]}`),
    ...wrong,
    ...missing.map((name) => `${name} is missing`),
  ];
}

const edgeFaults = ({ env = [] }) =>
  env.filter(({ name }) => !settingsOfEdge().includes(name)).map(({ name }) => `${name} is no setting of the edge`);

export async function settingFaults(objects, secrets) {
  const checked = podsOf(objects).flatMap((pod) =>
    pod.containers.map(async (container) => {
      const isEdge = pod.labels['app.kubernetes.io/name'] === 'edge';
      const faults = isEdge ? edgeFaults(container) : await nodeFaults(container, pod, objects, secrets);
      return faults.map((fault) => `${pod.name}, ${container.name}: ${fault}`);
    }),
  );
  return (await Promise.all(checked)).flat();
}
