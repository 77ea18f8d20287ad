import path from 'node:path';
import { say } from '../../tools/lib/say.mjs';
import { freePorts } from '../../tools/lib/servers/ports.mjs';
import { layGround, migrateAll, prepareDirectory, reporter } from '../../tools/lib/start/ground.mjs';
import { settlePorts } from '../../tools/lib/start/infrastructure.mjs';
import { createPartGroup } from '../../tools/lib/start/part.mjs';
import { edgePart, replicatedGateway, serviceKinds, servicePart } from '../../tools/lib/start/parts.mjs';
import { readRun } from '../../tools/lib/start/run-file.mjs';

/** Reserves ports for gateways. The edge checks all of them; a port without a running gateway is not ready. */
async function gatewayPlaces(count) {
  const ports = await freePorts(2 * count);
  return Array.from({ length: count }, () => ({ port: ports.pop(), opsPort: ports.pop() }));
}

const atPort = (port) => `http://127.0.0.1:${port}`;

/** Creates a group of parts. `control` can prevent their restarts or change their settings. */
function controlledGroup(control, options) {
  const group = createPartGroup(options);
  return {
    ...group,
    start: (definitions) => group.start(definitions.map(control.controlled)),
    stop: () => {
      const stopped = group.stop();
      control.releaseAll();
      return stopped;
    },
  };
}

/**
 * Creates the whole system with `replicas` of each process behind the edge. A process runs the version in its `home`.
 * The returned `system` gives loads and checks its addresses, data directory and parts. `servers` defines further parts
 * in stages; they start before all others. `tell` gets state changes and complaints of the parts.
 */
export async function createCluster({ data, env, replicas, servers = [], natsServers, tell = say }) {
  prepareDirectory(data);
  const ports = await settlePorts({ port: 0, mailPort: 0, mailPortIsGiven: false }, env, say);
  const { publicUrl, mailUrl } = ports;
  const control = createLaunchControl();
  const group = controlledGroup(control, { data, say: tell, about: { appUrl: publicUrl, mailUrl } });
  const report = reporter(group, tell);
  // A rollout runs the gateways of two versions at the same time.
  const places = await gatewayPlaces(2 * replicas);
  /** Running processes: { name, kind, home, stop }. */
  const running = new Set();
  const numbers = new Map();
  let environments;

  async function definitionOf(kind, index, home) {
    const common = { index, home, data, report };
    if (kind === 'gateway') {
      const environment = { ...environments.gateway, SPA_DIR: path.join(home, 'frontend', 'dist') };
      return replicatedGateway({ ...common, ...places[index % places.length], environment });
    }
    const [opsPort] = await freePorts(1);
    return servicePart({ ...common, kind, environments, opsPort });
  }

  /** Resolves to the name of the new process when it is ready. */
  async function add(kind, home) {
    const index = numbers.get(kind) ?? 0;
    numbers.set(kind, index + 1);
    const definition = await definitionOf(kind, index, home);
    const stop = await group.start([definition]);
    running.add({ name: definition.name, kind, home, stop });
    return definition.name;
  }

  async function start(home) {
    for (const stage of servers) await group.start(stage);
    ({ environments } = await layGround({ data, env, group, ports, natsServers, report }));
    await migrateAll(environments, home);
    say('starting the services');
    const kinds = [...serviceKinds, 'gateway'];
    await Promise.all(kinds.flatMap((kind) => Array.from({ length: replicas }, () => add(kind, home))));
    const addresses = places.map(({ port, opsPort }) => ({ address: atPort(port), opsAddress: atPort(opsPort) }));
    const [opsPort] = await freePorts(1);
    const environment = environments.gateway;
    await group.start([edgePart({ environment, addresses, opsPort, address: publicUrl, data, report })]);
  }

  /** Starts the successor, and stops the old process when the successor is ready. */
  async function replace(old, home) {
    const successor = await add(old.kind, home);
    running.delete(old);
    const [atMs, startedAt] = [Date.now(), performance.now()];
    const [{ code }] = await old.stop();
    const tookMs = performance.now() - startedAt;
    return { successor, end: { part: old.name, signal: 'SIGTERM', atMs, tookMs, code, backMs: 0 } };
  }

  return {
    system: { baseUrl: publicUrl, mailUrl, dataDirectory: data, parts: async () => readRun(data).parts },
    start,
    replace,
    control,
    migrate: (home) => migrateAll(environments, home),
    othersThan: (home) => [...running].filter((one) => one.home !== home),
    stop: () => group.stop(),
  };
}

/**
 * Lets a caller decide when parts are restarted, and with which additional settings. `controlled` wraps a definition
 * for createPart.
 */
function createLaunchControl() {
  const holds = new Map();
  const environments = new Map();

  function hold(name) {
    const { promise, resolve } = Promise.withResolvers();
    holds.set(name, { promise, resolve });
    return () => {
      if (holds.get(name)?.resolve === resolve) holds.delete(name);
      resolve();
    };
  }

  return {
    controlled: (definition) => ({
      ...definition,
      launch: async () => {
        await holds.get(definition.name)?.promise;
        return definition.launch(environments.get(definition.name));
      },
    }),
    /** Prevents the part's restart until the returned function is called. */
    hold,
    releaseAll: () => {
      for (const { resolve } of holds.values()) resolve();
      holds.clear();
    },
    /** Sets additional settings for the part's next launches; undefined removes them. */
    setEnvironment: (name, environment) => environments.set(name, environment),
  };
}
