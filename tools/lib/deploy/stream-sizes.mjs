import { databaseNames } from '../secrets.mjs';

const units = { GB: 1024 ** 3, MB: 1024 ** 2, Gi: 1024 ** 3, Mi: 1024 ** 2 };

/** Parses sizes of NATS (`4GB`) and Kubernetes (`5Gi`) into bytes. */
function bytesOf(text) {
  const [, amount, unit] = /^(\d+)(GB|MB|Gi|Mi)?$/.exec(text) ?? [];
  if (amount === undefined) throw new Error(`${text} is no size in GB, MB, Gi or Mi`);
  return Number(amount) * (units[unit] ?? 1);
}

/** Largest share of a volume for messages. The rest is for the file system and JetStream's metadata. */
const largestShare = 0.9;

/** Checks that all streams at their maximum size fit into JetStream's storage, and the storage into the volume. */
export function streamSizeFaults(objects) {
  const { natsStorage, natsFileStore, natsStreamMaxBytes } = objects.find(
    ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'environment',
  ).data;
  const [storage, store, stream] = [natsStorage, natsFileStore, natsStreamMaxBytes].map(bytesOf);
  const streams = databaseNames.length;
  return [
    ...(streams * stream > store
      ? [`${streams} streams of ${natsStreamMaxBytes} bytes, JetStream has ${natsFileStore}`]
      : []),
    ...(store > largestShare * storage ? [`JetStream may use ${natsFileStore} of a volume of ${natsStorage}`] : []),
  ];
}
