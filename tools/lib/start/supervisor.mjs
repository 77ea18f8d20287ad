import { availableParallelism } from 'node:os';
import { ensureBuilt, productBuilds } from '../build.mjs';
import { compiledEntry } from '../paths.mjs';
import { endSignals } from '../process-end.mjs';
import { say } from '../say.mjs';
import { freePorts } from '../servers/ports.mjs';
import { announce } from './announce.mjs';
import { beginDemo } from './demo.mjs';
import { appPart, debuggable, debugHelp, developReporter, restartOnSave } from './develop.mjs';
import { beginGround, migrateAll, prepareDirectory, reporter } from './ground.mjs';
import { settlePorts } from './infrastructure.mjs';
import { createPartGroup } from './part.mjs';
import { gatewayPart, onePart, replicatedGateways, serviceParts } from './parts.mjs';
import { ongoingRun, stopLeftovers } from './run-file.mjs';

const portsOfOne = 16;

async function bringUp({ options, env: given, group, startedAt, ports }) {
  const { data, dev } = options;
  // Processes poll rarely if no replica could take over from another.
  const env = { IDLE_PACE: options.replicas === 1 ? 'slow' : 'usual', ...given };
  const { publicUrl } = ports;
  const report = dev ? developReporter(group) : reporter(group);
  // With --dev, the app's server has the public port and forwards to the gateway's port.
  const [gatewayPort] = dev ? await freePorts(1) : [ports.port];
  const ground = { ...ports, port: gatewayPort };
  const { secrets, urls, environments: pending } = await beginGround({ data, env, group, ports: ground, report });
  const { replicas, processes } = options;
  const spare = await freePorts(portsOfOne * replicas);
  const place = { ports: () => spare.pop(), replicas, data, report, fileOf: dev ? compiledEntry : undefined };
  // The single process loads while the servers start.
  const one = processes ? undefined : group.start([onePart({ ...place, environments: pending, publicUrl })]);
  const [environments] = await Promise.all([pending, one]);
  if (processes) {
    say('starting the services');
    await startProcesses({ group, environments, publicUrl, place, nodeOptionsOf: dev ? debuggable : undefined });
  }
  if (dev) {
    const gatewayUrl = `http://127.0.0.1:${gatewayPort}`;
    await group.start([appPart({ port: ports.port, gatewayUrl, data, report })]);
    restartOnSave(group);
  }
  const fillDemo = options.demo ? await beginDemo({ group, data, environments, secrets, urls }) : undefined;
  if (group.isStopping()) return;
  announce({ publicUrl, urls, data, environments, startedAt });
  if (dev) say(debugHelp());
  await fillDemo?.();
}

/** Limits concurrent starts. More would not be faster, but would slow other programs until their requests time out. */
function startSemaphore(limit = availableParallelism() + 1) {
  const waiting = [];
  let running = 0;
  return async (work) => {
    if (running >= limit) await new Promise((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

async function startProcesses({ group, environments, publicUrl, place, nodeOptionsOf }) {
  await migrateAll(environments);
  const services = serviceParts({ ...place, environments, nodeOptionsOf });
  const environment = environments.gateway;
  const limited = startSemaphore();
  if (place.replicas === 1) {
    const opsPort = place.ports();
    const nodeOptions = nodeOptionsOf?.('gateway');
    const gateway = gatewayPart({ ...place, environment, publicUrl, opsPort, nodeOptions });
    await Promise.all([group.start(services, limited), group.start([gateway], limited)]);
    return;
  }
  const { gateways, edge } = replicatedGateways({ ...place, environment, publicUrl });
  await Promise.all([group.start(services, limited), group.start(gateways, limited), group.start([edge], limited)]);
}

/** Keeps the system running until SIGINT, SIGTERM or SIGHUP. If a part cannot start, all started parts are stopped. */
export async function supervise(options, env = process.env) {
  const startedAt = performance.now();
  const { data } = options;
  const running = await ongoingRun(data);
  if (running)
    throw new Error(
      `It already runs at ${running.appUrl} (process ${running.supervisor.pid}); stop that one first, or use --data and --port.`,
    );
  prepareDirectory(data);
  await stopLeftovers(data);
  const ports = await settlePorts(options, env, say);
  const group = createPartGroup({ data, say, about: { appUrl: ports.publicUrl, mailUrl: ports.mailUrl } });

  for (const signal of endSignals) {
    process.on(signal, async () => {
      if (!group.isStopping()) say('\nstopping');
      await group.stop();
      process.exit(0);
    });
  }

  try {
    await ensureBuilt(say, productBuilds);
    await bringUp({ options, env, group, startedAt, ports });
  } catch (error) {
    if (group.isStopping()) return;
    say(error.message);
    await group.stop();
    process.exit(1);
  }
}
