import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readJson, writeJson } from '../json-file.mjs';
import { endProcess, isStill } from '../processes/processes.mjs';
import { say } from '../say.mjs';
import { dataDirectory } from './options.mjs';

const fileIn = (data) => path.join(data, 'run.json');

/** Returns { supervisor, appUrl, mailUrl, parts: [{ name, pid, address, opsAddress, members, command, state }] }. */
export const readRun = (data) => readJson(fileIn(data));

export const writeRun = (data, run) => writeJson(fileIn(data), run);

export const removeRun = (data) => rmSync(fileIn(data), { force: true });

export function liveRun(data) {
  const run = readRun(data);
  return run && run.supervisor.pid !== process.pid && isStill(run.supervisor) ? run : undefined;
}

const environmentFile = (data) => path.join(data, 'environment.json');

/** Settings of each part, for commands that run while the system runs. */
export const readEnvironments = (data) => readJson(environmentFile(data));

export const writeEnvironments = (data, environments) => writeJson(environmentFile(data), environments);

/** Ends this process with `message` and code 1 unless a system runs from the data directory (`--data DIR` or .data). */
export function runningSystem(given, message) {
  const data = dataDirectory(given);
  const run = liveRun(data);
  if (run) return { data, run, environments: readEnvironments(data) };
  say(message);
  return process.exit(1);
}

const stopTimeoutMs = 30_000;

/** If a run is stopping, waits until it has ended. */
export async function ongoingRun(data) {
  if (liveRun(data)?.isStopping) say('waiting for the earlier run to stop');
  const deadline = Date.now() + stopTimeoutMs;
  while (liveRun(data)?.isStopping && Date.now() < deadline) await delay(100);
  return liveRun(data);
}

const end = (part) => endProcess(part, part.name === 'postgres' ? 'SIGINT' : 'SIGTERM');

/** Stops the processes that a killed supervisor left. Ignores pids whose processes do not have the recorded command. */
export async function stopLeftovers(data) {
  const leftovers = (readRun(data)?.parts ?? []).filter((part) => part.pid !== undefined && isStill(part));
  if (leftovers.length === 0) return;
  say(`stopping what an earlier start left behind: ${leftovers.map((part) => part.name).join(', ')}`);
  const isServer = (part) => ['postgres', 'nats', 'redis'].includes(part.name);
  await Promise.all(leftovers.filter((part) => !isServer(part)).map(end));
  await Promise.all(leftovers.filter(isServer).map(end));
}
