import { eventually, type Random, type RunningSystem, type SystemPart } from '@candid/testing';
import { kindOf, UNTOUCHED } from '../disruption.js';

/** The supervisor's interface that lets a caller control when and how parts of a system restart. */
interface LaunchControl {
  /** Prevents the part's restart until the returned function is called. */
  hold(part: string): () => void;
  /** Sets additional settings for the part's next launches; undefined removes them. */
  setEnvironment(part: string, environment: Record<string, string> | undefined): void;
}

export interface FaultySystem extends Pick<RunningSystem, 'baseUrl' | 'mailUrl' | 'dataDirectory' | 'parts'> {
  control: LaunchControl;
  /** Path of libfaketime; undefined if it is not available. */
  clockLibrary?: string;
  /** Names of the servers whose data is on a separate small file system. */
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

/** Requests that may fail: none, those in progress at the injection, or any until 10 s after the healing. */
export type FailureBound = 'none' | 'under way' | 'while it lasts';

/** One fault with its injection and healing. `heal` is called after every successful `inject`. */
export interface Fault<State = any> {
  readonly name: string;
  readonly bound: FailureBound;
  /** True if one of several processes is hit. Recovery then counts from the injection, and availability has a goal. */
  readonly isOfOneProcess: boolean;
  /** Shortest and longest time between `inject` and `heal`. */
  readonly lastsMs: readonly [number, number];
  /** Returns why this machine cannot inject the fault; undefined if it can. */
  unavailable?(system: FaultySystem): string | undefined;
  /** Prepares the injection under load. No request may fail because of the preparation. */
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

/** Picks a random process of a kind whose processes are all ready. `isWanted` can restrict the kinds. */
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

/** Waits until the process has ended. Resolves to its exit code. */
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

/** Ends the process with SIGTERM and waits until its replacement, with these additional settings, is ready. */
export async function restarted(system: FaultySystem, name: string, environment?: Record<string, string>) {
  const { pid } = await partNamed(system, name);
  system.control.setEnvironment(name, environment);
  process.kill(pid!, 'SIGTERM');
  await untilGone(system, name, pid!);
  await untilReady(system, name);
}
