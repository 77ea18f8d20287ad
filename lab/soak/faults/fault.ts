import { eventually, type Random, type RunningSystem, type SystemPart } from '@candid/testing';
import { kindOf, UNTOUCHED } from '../disruption.js';

/** Control over the parts of a system, which its supervisor gives to a caller. */
interface LaunchControl {
  /** A part that ends is not started again until the returned function is called. */
  hold(part: string): () => void;
  /** Added to the part's settings from its next launch on; undefined: nothing. */
  setEnvironment(part: string, environment: Record<string, string> | undefined): void;
}

export interface FaultySystem extends Pick<RunningSystem, 'baseUrl' | 'mailUrl' | 'dataDirectory' | 'parts'> {
  control: LaunchControl;
  /** Path of libfaketime; absent where it could not be had. */
  clockLibrary?: string;
  /** Servers whose data lies on a small file system of its own. */
  smallDisks: readonly string[];
  /** Number of NATS servers in the cluster. */
  natsServers: number;
  /** Number of PostgreSQL servers in the cluster. */
  postgresServers: number;
}

export interface FaultContext {
  system: FaultySystem;
  random: Random;
  say: (line: string) => void;
}

/**
 * How many requests may fail: none; those that were under way when it began; or any until 10 s after it was healed.
 */
export type FailureBound = 'none' | 'under way' | 'while it lasts';

/** One thing that goes wrong, and the way back. `heal` is called after every `inject` that succeeded. */
export interface Fault<State = any> {
  readonly name: string;
  readonly bound: FailureBound;
  /** One process of several has it: recovery counts from the injection, and availability has its goal. */
  readonly isOfOneProcess: boolean;
  /** Between `inject` and `heal`: least and most. */
  readonly lastsMs: readonly [number, number];
  /** Why this machine cannot have it. */
  unavailable?(system: FaultySystem): string | undefined;
  /** Before it begins, with the load running; nothing may fail yet. */
  prepare?(context: FaultContext): Promise<void>;
  inject(context: FaultContext): Promise<State>;
  heal(context: FaultContext, state: State): Promise<void>;
}

export async function partNamed(system: FaultySystem, name: string): Promise<SystemPart> {
  const part = (await system.parts()).find((one) => one.name === name);
  if (!part) throw new Error(`there is no ${name}`);
  return part;
}

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
