import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startChild } from '../child.mjs';
import { freePorts } from '../ports.mjs';
import { untilReady } from '../readiness.mjs';
import { runCommand } from '../run.mjs';
import { commandOf, secretsOf } from './compose-file.mjs';
import { sandboxed } from './sandbox.mjs';

const readyTimeoutMs = 120_000;
const endTimeoutMs = 60_000;
const healthTries = 50;

/** Addresses of docker-compose.yml, where its servers stand on this machine. */
const localValue = (value, { storage }) =>
  value === 'http://object-storage:8333' ? storage.endpoint : value === 'candid-photos' ? storage.bucket : value;

/**
 * A service of docker-compose.yml as Compose would start it, on this machine: its image's tree read-only, its user, its
 * command, its environment and its secrets. `ports` stand in for those of the container, which are all the same here.
 */
export function container(name, { service, stage, tree, base, servers, ports = {}, binds = [] }) {
  const given = Object.entries(service.environment ?? {}).map(([setting, value]) => [
    setting,
    localValue(value, servers),
  ]);
  const options = {
    root: tree,
    base,
    workdir: stage.workdir,
    user: service.user ?? stage.user,
    // What an engine gives an account without a name.
    env: { HOME: '/', ...stage.env, ...Object.fromEntries(given), ...ports },
    binds: [
      ...secretsOf(service).map((secret) => [path.join(servers.secrets, secret), `/run/secrets/${secret}`]),
      ...binds,
    ],
  };
  const lines = [];

  /** Another command in the same place: resolves to { code, output }. */
  const run = (command) => {
    const line = sandboxed({ ...options, command });
    return runCommand(line.command, line.args, { stdio: 'pipe', limitMs: endTimeoutMs });
  };

  /** Its health check, asked again while it says no. */
  async function healthFaults() {
    let outcome;
    for (let attempt = 0; attempt < healthTries; attempt += 1) {
      outcome = await run(stage.health.command);
      if (outcome.code === 0) return [];
      await delay(200);
    }
    return [`${name}: its health check ends with ${outcome.code}: ${outcome.output}`];
  }

  let child;
  return {
    name,
    command: commandOf(service, { [service.build.target]: stage }),
    run,
    healthFaults,
    async start() {
      const line = sandboxed({ ...options, command: this.command });
      const onLine = (text) => lines.push(text) > 60 && lines.shift();
      child = startChild({ name, ...line, killAfterMs: endTimeoutMs, onLine });
      const ended = child.exited.then(({ code, signal }) => {
        throw new Error(`${name} ended with ${signal ?? code} before it was ready\n${lines.join('\n')}`);
      });
      const opsAddress = `http://127.0.0.1:${options.env.OPS_PORT}`;
      await Promise.race([untilReady({ name, opsAddress, timeoutMs: readyTimeoutMs }), ended]);
    },
    /** Faults of its end: SIGTERM has to bring it to exit 0. */
    async stop() {
      if (!child) return [];
      const { code, signal } = await child.stop();
      return code === 0 ? [] : [`${name} ended with ${signal ?? code} at SIGTERM\n${lines.join('\n')}`];
    },
  };
}

/** Ports for one process on this machine. */
export async function localPorts() {
  const [operations, http] = await freePorts(2);
  return { OPS_PORT: String(operations), PORT: String(http) };
}
