import path from 'node:path';
import { entryFile, fromRoot, nodeIn, root } from '../paths.mjs';
import { startChild, startLimitMs } from '../processes/child.mjs';
import { untilReady } from './readiness.mjs';
import { databaseNames } from './secrets.mjs';

/** A stopping process ends by itself sooner, unless a gateway's `SHUTDOWN_MS` is longer. */
const graceMs = 50_000;

/** With a young generation of 2 MiB, a quarter of the time would be spent on garbage collection. */
const memoryFlags = ['--max-semi-space-size=8', '--max-old-space-size=160'];

/** Replaces `--enable-source-maps`, which would also map every call site that a library (the logger) looks up. */
const sourceMapFlags = ['--import', 'data:text/javascript,process.setSourceMapsEnabled(true)'];

// glibc keeps an arena of memory per thread, so the arenas are limited. Large freed blocks go back to the system at
// once: password hashing needs 19 MiB at a time.
const memoryEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '4194304' };

/** Settings of the person's shell that parts do not inherit, because they are for one part or for none. */
const withheld = [
  'PORT',
  'HOST',
  'NODE_OPTIONS',
  'DATABASE_URL',
  'DATABASE_POOLER',
  'STAFF_PASSWORD',
  'DRAIN_DELAY_MS',
];

const opsAddressOf = (opsPort) => `http://127.0.0.1:${opsPort}`;

function nodePart({ name, home = root, entry, opsPort, address, environment, input, data, report, nodeOptions = [] }) {
  const logFile = path.join(data, 'logs', `${name}.log`);
  const opsAddress = opsAddressOf(opsPort);
  const inherited = Object.fromEntries(withheld.map((setting) => [setting, undefined]));
  const cache = { NODE_COMPILE_CACHE: path.join(home, '.cache', 'compile') };
  return {
    name,
    address,
    opsAddress,
    logFile,
    launch: async (further = {}) =>
      startChild({
        name,
        command: nodeIn(home),
        args: [...memoryFlags, ...nodeOptions, ...sourceMapFlags, entry],
        env: { ...inherited, ...memoryEnvironment, ...cache, ...environment, OPS_PORT: String(opsPort), ...further },
        cwd: home,
        input,
        killAfterMs: graceMs + Number(environment.DRAIN_DELAY_MS ?? 0),
        logFile,
        onLine: (line, source) => report(name, line, source),
      }),
    ready: (signal) => untilReady({ name, opsAddress, timeoutMs: startLimitMs, signal }),
  };
}

function entryOf(kind, { home, fileOf = entryFile }) {
  const [service, worker] = kind.split('-');
  return fileOf(kind === 'gateway' ? kind : `services/${service}`, worker ?? 'main', home);
}

export const serviceKinds = [...databaseNames, ...databaseNames.map((name) => `${name}-worker`)];

const replicaName = (name, index) => (index === 0 ? name : `${name}-${index + 1}`);

const each = (count, make) => Array.from({ length: count }, (_, index) => make(index));

export function servicePart({ kind, index, environments, ...place }) {
  const entry = entryOf(kind, place);
  return nodePart({ ...place, name: replicaName(kind, index), entry, environment: environments[kind] });
}

/** In this file, `ports()` returns another free port at each call. */
export const serviceParts = ({ ports, replicas, nodeOptionsOf = () => [], ...place }) =>
  serviceKinds.flatMap((kind) =>
    each(replicas, (index) =>
      servicePart({ ...place, kind, index, opsPort: ports(), nodeOptions: nodeOptionsOf(kind) }),
    ),
  );

export function gatewayPart({ name = 'gateway', publicUrl, ...place }) {
  return nodePart({ ...place, name, entry: entryOf('gateway', place), address: publicUrl });
}

/** The single process needs memory for the peaks of all parts, and threads for all hashes, pictures and files. */
const oneProcess = {
  nodeOptions: ['--max-semi-space-size=16', '--max-old-space-size=640'],
  environment: { UV_THREADPOOL_SIZE: '8' },
};

/** The process loads its code while the promise `environments` is pending, and starts when the promise resolves. */
export function onePart({ environments, publicUrl, ports, ...place }) {
  const members = ['gateway', ...serviceKinds].map((name) => ({ name, opsPort: ports() }));
  const settingsOf = (all) => members.map(({ name, opsPort }) => [name, { ...all[name], OPS_PORT: String(opsPort) }]);
  const input = environments.then((all) => JSON.stringify(Object.fromEntries(settingsOf(all))));
  const entry = entryFile('tools', 'one-process');
  const part = nodePart({ ...place, ...oneProcess, name: 'candid', entry, input, address: publicUrl });
  const addresses = members.map(({ name, opsPort }) => ({ name, opsAddress: opsAddressOf(opsPort) }));
  return {
    ...part,
    opsAddress: undefined,
    members: addresses,
    ready: (signal) =>
      Promise.all(addresses.map((member) => untilReady({ ...member, timeoutMs: startLimitMs, signal }))),
  };
}

/** Time in which a stopping gateway still accepts requests: long enough for several of the edge's health checks. */
const drainDelayMs = '3000';

export function replicatedGateway({ index, environment, port, ...place }) {
  const trusted = { TRUSTED_PROXIES: '127.0.0.1,::1', DRAIN_DELAY_MS: drainDelayMs };
  const own = { ...trusted, ...environment, PORT: String(port), HOST: '127.0.0.1' };
  const publicUrl = `http://127.0.0.1:${port}`;
  return gatewayPart({ ...place, name: replicaName('gateway', index), environment: own, publicUrl });
}

export function edgePart({ environment, addresses, ...place }) {
  const { PORT, HOST } = environment;
  const entry = fromRoot('tools', 'edge.mjs');
  return nodePart({ ...place, name: 'edge', entry, environment: { PORT, HOST, GATEWAYS: JSON.stringify(addresses) } });
}

export function replicatedGateways({ environment, publicUrl, ports, replicas, ...place }) {
  const gateways = each(replicas, (index) =>
    replicatedGateway({ ...place, index, environment, port: ports(), opsPort: ports() }),
  );
  const addresses = gateways.map(({ address, opsAddress }) => ({ address, opsAddress }));
  return { gateways, edge: edgePart({ ...place, environment, addresses, opsPort: ports(), address: publicUrl }) };
}
