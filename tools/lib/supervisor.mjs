import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { announce } from './announce.mjs';
import { ensureBuilt } from './build.mjs';
import { prepareDatabases } from './databases.mjs';
import { ensureDemo } from './demo.mjs';
import { partEnvironments } from './environments.mjs';
import { planInfrastructure } from './infrastructure.mjs';
import { writeJson } from './json-file.mjs';
import { migrateAll } from './migrate.mjs';
import { createPartGroup } from './part-group.mjs';
import { gatewayPart, replicatedGateways, serviceParts } from './parts.mjs';
import { freePorts } from './ports.mjs';
import { reportLine } from './report-line.mjs';
import { ongoingRun, stopLeftovers } from './run-file.mjs';
import { say } from './say.mjs';
import { ensureSecrets } from './secrets.mjs';
import { settlePorts } from './settle-ports.mjs';

const largestLogBytes = 10 * 1024 * 1024;
const portsOfOne = 16;

function prepareDirectory(data) {
  const logs = path.join(data, 'logs');
  mkdirSync(logs, { recursive: true });
  for (const file of readdirSync(logs).map((name) => path.join(logs, name))) {
    if (statSync(file).size > largestLogBytes) rmSync(file);
  }
}

/** Settings of a running system, for the commands that work beside it. */
const environmentFile = (data) => path.join(data, 'environment.json');

async function bringUp({ options, env, group, startedAt, ports }) {
  const { data } = options;
  const report = (name, line, source) => {
    const text = group.isStopping() ? undefined : reportLine(name, line, source);
    if (text !== undefined) say(text);
  };
  const { port, mailPort, publicUrl } = ports;
  const secrets = ensureSecrets(data);
  const infrastructure = await planInfrastructure({ data, env, secrets, mailPort, say, report });
  const { urls } = infrastructure;
  if (infrastructure.parts.length > 0) say(`starting ${infrastructure.parts.map(({ name }) => name).join(', ')}`);
  await group.start(infrastructure.parts);
  const databases = await prepareDatabases({ adminUrl: urls.postgres, passwords: secrets.databasePasswords, env });
  const environments = partEnvironments({ data, env, secrets, urls, databases, port, publicUrl });
  writeJson(environmentFile(data), environments);
  await migrateAll(environments);
  say('starting the services');
  const { replicas } = options;
  const spare = await freePorts(portsOfOne * replicas);
  const place = { ports: () => spare.pop(), replicas, data, report };
  const services = serviceParts({ ...place, environments, opsPorts: place.ports });
  await startAll({ group, services, environment: environments.gateway, publicUrl, place });
  if (options.demo) await ensureDemo({ group, secrets, urls, data, environments, publicUrl, ports: spare, report });
  if (!group.isStopping()) announce({ publicUrl, urls, data, secrets, environments, startedAt });
}

/** Stages in the order of their start; each is stopped before the ones before it. */
async function startAll({ group, services, environment, publicUrl, place }) {
  if (place.replicas === 1) {
    const gateway = gatewayPart({ ...place, environment, publicUrl, opsPort: place.ports() });
    await Promise.all([group.start(services), group.start([gateway])]);
    return;
  }
  const { gateways, edge } = replicatedGateways({ ...place, environment, publicUrl });
  await Promise.all([group.start(services), group.start(gateways), group.start([edge])]);
}

/**
 * Builds, brings everything up, and keeps it up until SIGINT, SIGTERM or SIGHUP; then ends the process with code 0.
 * What cannot be brought up is said in one message, everything started is stopped, and the process ends with code 1.
 */
export async function supervise(options, env = process.env) {
  const startedAt = performance.now();
  const { data } = options;
  const running = await ongoingRun(data, say);
  if (running)
    throw new Error(
      `It already runs at ${running.appUrl} (process ${running.supervisor.pid}); stop that one first, or use --data and --port.`,
    );
  prepareDirectory(data);
  await stopLeftovers(data, say);
  const ports = await settlePorts(options, env, say);
  const group = createPartGroup({ data, say, about: { appUrl: ports.publicUrl, mailUrl: ports.mailUrl } });

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, async () => {
      if (!group.isStopping()) say('\nstopping');
      await group.stop();
      process.exit(0);
    });
  }

  try {
    await ensureBuilt(say);
    await bringUp({ options, env, group, startedAt, ports });
  } catch (error) {
    if (group.isStopping()) return;
    say(error.message);
    await group.stop();
    process.exit(1);
  }
}
