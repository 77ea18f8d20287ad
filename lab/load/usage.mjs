import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { memoryOf, treeOf } from '../../tools/lib/processes/processes.mjs';

const ticksPerSecond = () => Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Processor time in ticks of a process and of its children that have ended (Linux). */
function ticksOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Fields from the state on: user and system time, and both of ended children.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0);
  } catch {
    return 0;
  }
}

async function ticksByPart(system) {
  const parts = (await system.parts()).filter(({ pid }) => pid !== undefined);
  const ticks = parts.map(({ name, pid }) => [name, treeOf(pid).reduce((sum, one) => sum + ticksOf(one), 0)]);
  return new Map([...ticks, ['load generator', ticksOf(process.pid)]]);
}

async function memoryByPart(system) {
  const parts = (await system.parts()).filter(({ pid }) => pid !== undefined);
  const own = { name: 'load generator', pid: process.pid };
  return new Map(
    [...parts, own].map(({ name, pid }) => {
      const pids = pid === process.pid ? [pid] : treeOf(pid);
      return [name, pids.reduce((sum, one) => sum + memoryOf(one).pssBytes, 0)];
    }),
  );
}

/** Processor time of all other processes of the machine is in the total: it says how much of the cores was left. */
function machineTicks() {
  const fields = readFileSync('/proc/stat', 'utf8').split('\n')[0].trim().split(/\s+/).slice(1).map(Number);
  const all = fields.slice(0, 8).reduce((sum, field) => sum + field, 0);
  return { all, busy: all - fields[3] - fields[4] };
}

/**
 * Begins to measure. The returned function resolves to { parts: [{ name, cores, bytes }], machineCores }: the cores that
 * each part kept busy on average, and its memory now.
 */
export async function measureUsage(system) {
  const perSecond = ticksPerSecond();
  const [before, machineBefore, startedMs] = [await ticksByPart(system), machineTicks(), performance.now()];
  return async () => {
    const seconds = (performance.now() - startedMs) / 1_000;
    const [after, machine] = [await ticksByPart(system), machineTicks()];
    const bytes = await memoryByPart(system);
    const cores = (ticks) => ticks / perSecond / seconds;
    const parts = [...after].map(([name, ticks]) => ({
      name,
      cores: cores(ticks - (before.get(name) ?? 0)),
      bytes: bytes.get(name) ?? 0,
    }));
    return { parts, machineCores: cores(machine.busy - machineBefore.busy) };
  };
}
