import { existsSync } from 'node:fs';
import path from 'node:path';
import { startChild } from './child.mjs';
import { fromRoot, nodeBinary } from './paths.mjs';
import { untilReady } from './readiness.mjs';
import { databaseNames } from './secrets.mjs';

const readyTimeoutMs = 60_000;

/**
 * A small old generation: an idle service gives back what it needed for a burst. The young one is as large as it has to
 * be for what one burst of requests holds: with 2 MiB a quarter of the time went into collecting it.
 */
const memoryFlags = ['--max-semi-space-size=8', '--max-old-space-size=160'];

// glibc keeps an arena of memory per thread; two are enough for processes that mostly wait.
// Few arenas, and large blocks (password hashing takes 19 MiB at a time) given back as soon as they are freed.
const memoryEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '4194304' };

/** Settings of the person's shell that would reach every part although they are meant for one, or for none. */
const withheld = ['PORT', 'HOST', 'NODE_OPTIONS', 'DATABASE_URL', 'STAFF_PASSWORD'];

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
        killAfterMs: 15_000,
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

/** Definitions for createPart of all services and workers. `opsPorts()` yields a free port each time. */
export function serviceParts({ environments, opsPorts, data, report }) {
  return entries().map(({ name, entry }) =>
    nodePart({ name, entry, opsPort: opsPorts(), environment: environments[name], data, report }),
  );
}

/** The definition of the gateway; `name` differs where a second one stands beside it. */
export function gatewayPart({ name = 'gateway', environment, publicUrl, opsPort, data, report }) {
  const entry = fromRoot('gateway', 'dist', 'main.js');
  return nodePart({ name, entry, opsPort, address: publicUrl, environment, data, report });
}
