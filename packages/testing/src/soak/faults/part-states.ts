import { eventually } from '../../eventually.js';
import type { SystemPart } from '../../start-system.js';
import { kindOf, UNTOUCHED } from '../disruption.js';
import { type FaultContext, type FaultySystem, partNamed } from './fault.js';

const GONE_WITHIN_MS = 60_000;
const READY_WITHIN_MS = 120_000;

/** A process by lot, of those whose like are all ready; of any kind unless `isWanted` says otherwise. */
export function pickProcess(
  { system, random }: FaultContext,
  isWanted: (part: SystemPart) => boolean = () => true,
): Promise<SystemPart & { pid: number }> {
  return eventually(
    async () => {
      const parts = (await system.parts()).filter(({ name }) => !UNTOUCHED.includes(name));
      const away = new Set(parts.filter(({ state }) => state !== 'ready').map(({ name }) => kindOf(name)));
      const possible = parts.filter((part) => !away.has(kindOf(part.name)) && isWanted(part));
      if (possible.length === 0) throw new Error(`no process may be disturbed: ${[...away].join(', ')} not ready`);
      return random.pick(possible) as SystemPart & { pid: number };
    },
    { withinMs: READY_WITHIN_MS },
  );
}

/** Resolves to the exit code of the process, once it is gone. */
export function untilGone(system: FaultySystem, name: string, pid: number): Promise<number | null> {
  return eventually(
    async () => {
      const { ended } = await partNamed(system, name);
      if (ended?.pid !== pid) throw new Error(`${name} has not ended`);
      return ended.code;
    },
    { withinMs: GONE_WITHIN_MS },
  );
}

export function untilReady(system: FaultySystem, name: string): Promise<void> {
  return eventually(
    async () => {
      const { state } = await partNamed(system, name);
      if (state !== 'ready') throw new Error(`${name} is ${state}`);
    },
    { withinMs: READY_WITHIN_MS },
  );
}

/** Asks the process to end, and waits for the one after it; with other settings, if any are given. */
export async function restarted(system: FaultySystem, name: string, environment?: Record<string, string>) {
  const { pid } = await partNamed(system, name);
  system.control.setEnvironment(name, environment);
  process.kill(pid!, 'SIGTERM');
  await untilGone(system, name, pid!);
  await untilReady(system, name);
}
