import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const read = (file) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

export function commandOf(pid) {
  if (process.platform === 'linux') return read(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim() || undefined;
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}

/** False if the pid now belongs to another process. */
export function isStill({ pid, command }) {
  const running = commandOf(pid);
  return running !== undefined && (running === command || running.endsWith(command) || running.startsWith(command));
}

const endTimeoutMs = 10_000;

/** Ends a process that is not a child of this process: by `signal`, and after ten seconds by SIGKILL. */
export async function endProcess(target, signal) {
  for (const next of [signal, 'SIGKILL']) {
    const deadline = Date.now() + endTimeoutMs;
    if (isStill(target)) process.kill(target.pid, next);
    while (Date.now() < deadline) {
      if (!isStill(target)) return;
      await delay(50);
    }
  }
}

/** Times are in ticks. `waited` is the time of children that have ended and that the process has waited for. */
function statOf(pid) {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The command in parentheses may itself contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [own, waited] = [11, 13].map((first) => Number(fields[first]) + Number(fields[first + 1]));
  return { pid, parent: Number(fields[1]), startedAt: fields[19], own, waited, isZombie: fields[0] === 'Z' };
}

/** Returns an empty list on systems without /proc. */
export function processesNow() {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map((pid) => statOf(Number(pid))).filter(Boolean);
}

export const parentOf = (pid) => statOf(pid)?.parent;

export function treeOf(pid) {
  const childrenOf = Map.groupBy(processesNow(), ({ parent }) => parent);
  const found = [pid];
  for (const parent of found) found.push(...(childrenOf.get(parent) ?? []).map((child) => child.pid));
  return found;
}

const kibibytes = (text, name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text ?? '')?.[1] ?? 0);

/** PSS counts a page that n processes share as 1/n. Zero if the file is not readable. */
export function memoryOf(pid) {
  const rollup = read(`/proc/${pid}/smaps_rollup`);
  return { pssBytes: kibibytes(rollup, 'Pss') * 1024, rssBytes: kibibytes(rollup, 'Rss') * 1024 };
}

/** In /proc, Linux counts processor time in hundredths of a second on every machine. */
export const ticksPerSecond = 100;

/** Includes the process's ended children. Zero if the file is not readable. */
export function processorSecondsOf(pid) {
  const { own, waited } = statOf(pid) ?? { own: 0, waited: 0 };
  return (own + waited) / ticksPerSecond;
}
