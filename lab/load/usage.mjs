import { readFileSync } from 'node:fs';
import { memoryOf, processorSecondsOf, ticksPerSecond, treeOf } from '../../tools/lib/processes/processes.mjs';

/** Sums `figureOf` over the processes of each part (Linux). */
async function byPart(system, figureOf) {
  const parts = (await system.parts()).filter(({ pid }) => pid !== undefined);
  const sums = parts.map(({ name, pid }) => [name, treeOf(pid).reduce((sum, one) => sum + figureOf(one), 0)]);
  return new Map([...sums, ['load generator', figureOf(process.pid)]]);
}

export const secondsByPart = (system) => byPart(system, processorSecondsOf);
const memoryByPart = (system) => byPart(system, (pid) => memoryOf(pid).pssBytes);

/** Returns the processor seconds of the whole machine, including other programs. */
function busyMachineSeconds() {
  const fields = readFileSync('/proc/stat', 'utf8').split('\n')[0].trim().split(/\s+/).slice(1).map(Number);
  const all = fields.slice(0, 8).reduce((sum, field) => sum + field, 0);
  return (all - fields[3] - fields[4]) / ticksPerSecond;
}

/**
 * Starts a measurement. The returned function resolves to { parts: [{ name, cores, bytes }], machineCores }: the
 * average number of cores that each part and the machine used, and the memory of each part now.
 */
export async function measureUsage(system) {
  const [before, machineBefore, startedMs] = [await secondsByPart(system), busyMachineSeconds(), performance.now()];
  return async () => {
    const seconds = (performance.now() - startedMs) / 1_000;
    const [after, machine] = [await secondsByPart(system), busyMachineSeconds()];
    const bytes = await memoryByPart(system);
    const parts = [...after].map(([name, ofProcessor]) => ({
      name,
      cores: (ofProcessor - (before.get(name) ?? 0)) / seconds,
      bytes: bytes.get(name) ?? 0,
    }));
    return { parts, machineCores: (machine - machineBefore) / seconds };
  };
}
