import type { RunningSystem, SystemPart } from '../../start-system.js';
import type { Random } from '../random.js';

/** Control over the parts of a system, which its supervisor gives to a caller. */
export interface LaunchControl {
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
