import { existsSync } from 'node:fs';
import path from 'node:path';
import { startChild } from './child.mjs';
import { fromRoot, nodeBinary } from './paths.mjs';
import { untilReady } from './readiness.mjs';
import { databaseNames } from './secrets.mjs';

const readyTimeoutMs = 60_000;
/** Longer than any process gives itself. */
const graceMs = 25_000;

/**
 * A small old generation: an idle service gives back what it needed for a burst. The young one is as large as it has to
 * be for what one burst of requests holds: with 2 MiB a quarter of the time went into collecting it.
 */
const memoryFlags = ['--max-semi-space-size=8', '--max-old-space-size=160'];

// glibc keeps an arena of memory per thread; two are enough for processes that mostly wait.
// Few arenas, and large blocks (password hashing takes 19 MiB at a time) given back as soon as they are freed.
const memoryEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '4194304' };

/** Settings of the person's shell that would reach every part although they are meant for one, or for none. */
const withheld = ['PORT', 'HOST', 'NODE_OPTIONS', 'DATABASE_URL', 'STAFF_PASSWORD', 'DRAIN_DELAY_MS'];

function nodePart({ name, entry, opsPort, address, environment, data, report }) {
  const logFile = path.join(data, 'logs', `${name}.log`);
  const opsAddress = `http://127.0.0.1:${opsPort}`;
  const inherited = Object.fromEntries(withheld.map((setting) => [setting, undefined]));
  const cache = { NODE_COMPILE_CACHE: fromRoot('.cache', 'compile') };
  return {
    name,
    address,
    opsAddress,
    logFile,
    launch: async () =>
      startChild({
        name,
        command: nodeBinary,
        args: [...memoryFlags, '--enable-source-maps', entry],
        env: { ...inherited, ...memoryEnvironment, ...cache, ...environment, OPS_PORT: String(opsPort) },
        cwd: fromRoot(),
        killAfterMs: graceMs + Number(environment.DRAIN_DELAY_MS ?? 0),
        logFile,
        onLine: (line, source) => report(name, line, source),
      }),
    ready: (signal) => untilReady({ name, opsAddress, timeoutMs: readyTimeoutMs, signal }),
  };
}

/** Every process of the services, as { name, entry }; a service without a worker entry has none. */
function entries() {
  const services = databaseNames.map((name) => ({ name, entry: fromRoot('services', name, 'dist', 'main.js') }));
  const workers = databaseNames.map((name) => ({
    name: `${name}-worker`,
    entry: fromRoot('services', name, 'dist', 'worker.js'),
  }));
  return [...services, ...workers.filter(({ entry }) => existsSync(entry))];
}

/** The first keeps its name, so that whoever knows one process of each kind finds it. */
const replicaName = (name, index) => (index === 0 ? name : `${name}-${index + 1}`);

const each = (count, make) => Array.from({ length: count }, (_, index) => make(index));

/** Definitions for createPart of all services and workers, `replicas` of each. `opsPorts()` yields a free port each time. */
export function serviceParts({ environments, opsPorts, replicas = 1, data, report }) {
  return entries().flatMap(({ name, entry }) =>
    each(replicas, (index) => {
      const environment = environments[name];
      return nodePart({ name: replicaName(name, index), entry, opsPort: opsPorts(), environment, data, report });
    }),
  );
}

/** The definition of the gateway; `name` differs where a second one stands beside it. */
export function gatewayPart({ name = 'gateway', environment, publicUrl, opsPort, data, report }) {
  const entry = fromRoot('gateway', 'dist', 'main.js');
  return nodePart({ name, entry, opsPort, address: publicUrl, environment, data, report });
}

/** How long a gateway that leaves goes on accepting: several of the edge's looks, on a machine that is busy. */
const drainDelayMs = '3000';

/** The definitions of several gateways, each on a port of its own, and of the edge that stands before them. */
export function replicatedGateways({ environment, publicUrl, ports, replicas, data, report }) {
  const trusted = { TRUSTED_PROXIES: '127.0.0.1,::1', DRAIN_DELAY_MS: drainDelayMs };
  const gateways = each(replicas, (index) => {
    const [port, opsPort] = [ports(), ports()];
    const name = replicaName('gateway', index);
    const own = { ...trusted, ...environment, PORT: String(port), HOST: '127.0.0.1' };
    const address = `http://127.0.0.1:${port}`;
    return gatewayPart({ name, environment: own, publicUrl: address, opsPort, data, report });
  });
  const addresses = gateways.map(({ address, opsAddress }) => ({ address, opsAddress }));
  const { PORT, HOST } = environment;
  const edge = nodePart({
    name: 'edge',
    entry: fromRoot('tools', 'edge.mjs'),
    opsPort: ports(),
    address: publicUrl,
    environment: { PORT, HOST, GATEWAYS: JSON.stringify(addresses) },
    data,
    report,
  });
  return { gateways, edge };
}
