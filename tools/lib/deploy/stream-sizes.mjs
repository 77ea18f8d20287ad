import { databaseNames } from '../secrets.mjs';

const units = { GB: 1024 ** 3, MB: 1024 ** 2, Gi: 1024 ** 3, Mi: 1024 ** 2 };

/** `4GB` as NATS reads it, `5Gi` as Kubernetes does. */
function bytesOf(text) {
  const [, amount, unit] = /^(\d+)(GB|MB|Gi|Mi)?$/.exec(text) ?? [];
  if (amount === undefined) throw new Error(`${text} is no size in GB, MB, Gi or Mi`);
  return Number(amount) * (units[unit] ?? 1);
}

/** What the file system needs for itself, and for what JetStream writes beside its messages. */
const largestShare = 0.9;

/** Whether all streams at their limits fit into what JetStream may use, and that into the volume of each server. */
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
