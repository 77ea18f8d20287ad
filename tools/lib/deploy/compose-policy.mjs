import { isOneShot, volumesOf } from './compose-file.mjs';

/** The services that may run as root, and why. Each has one capability at most, or a socket that root owns. */
const asRoot = {
  'volume-owners': 'chown',
  'observability-volume-owners': 'chown',
  'docker-socket': "the socket is root's",
};

const isNumericUser = (user) => /^[1-9]\d*:[1-9]\d*$/.test(user ?? '');

/** A version, or a digest; never `latest` or a bare major. */
const isPinned = (image) => /(:v?\d+\.\d+[\w.-]*|@sha256:[0-9a-f]{64})$/.test(image ?? '');

function limitFaults({ deploy }) {
  const limits = deploy?.resources?.limits ?? {};
  return ['cpus', 'memory', 'pids']
    .filter((name) => limits[name] === undefined)
    .map((name) => `has no limit of ${name}`);
}

/** Only what is meant for everybody, or this machine alone, is published. */
function portFaults(name, { ports = [] }) {
  if (name === 'edge') return [];
  return ports.filter((port) => !port.startsWith('127.0.0.1:')).map((port) => `publishes ${port} to everybody`);
}

function healthFaults(service, image) {
  if (isOneShot(service)) return [];
  return service.healthcheck || image?.health ? [] : ['says nothing of its health'];
}

function capabilityFaults(name, { cap_drop: dropped = [], cap_add: added = [], privileged }) {
  return [
    ...(dropped.includes('ALL') ? [] : ['keeps capabilities']),
    ...(added.length === 0 || (asRoot[name] === 'chown' && added.join() === 'CHOWN') ? [] : [`takes ${added.join()}`]),
    ...(privileged ? ['is privileged'] : []),
  ];
}

function faultsOf(name, service, image) {
  const user = service.user ?? image?.user;
  const writes = volumesOf(service).some(({ source }) => source === '/var/run/docker.sock');
  return [
    ...(isPinned(service.image) ? [] : [`its image ${service.image} is not pinned`]),
    ...(isNumericUser(user) || asRoot[name] ? [] : [`runs as ${user ?? 'whom the image says'}`]),
    ...(service.read_only === true ? [] : ['may write to its own files']),
    ...((service.security_opt ?? []).includes('no-new-privileges:true') ? [] : ['may gain privileges']),
    ...capabilityFaults(name, service),
    ...limitFaults(service),
    ...portFaults(name, service),
    ...healthFaults(service, image),
    ...(writes && name !== 'docker-socket' ? ["holds Docker's socket"] : []),
    ...(service.restart ? [] : ['says nothing of being started again']),
    ...(service.logging?.options?.['max-size'] ? [] : ['writes lines without a bound']),
  ];
}

export const policyFaults = ({ services }, stages) =>
  Object.entries(services).flatMap(([name, service]) =>
    faultsOf(name, service, stages[service.build?.target]).map((fault) => `${name} ${fault}`),
  );
