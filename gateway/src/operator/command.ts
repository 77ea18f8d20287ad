import type { NatsConnection } from '@candid/platform';
import type { ServiceCall } from '../services/services.js';

/** What a command prints, and whether all is right: the exit code is 0 then, else 1. */
export interface Outcome {
  lines: readonly string[];
  isRight: boolean;
}

export type Options = Readonly<Record<string, string | boolean | undefined>>;

export interface Given {
  /** What follows the command's name. */
  subject: string | undefined;
  options: Options;
}

export interface Command {
  /** The command and its arguments, with what it does. */
  usage: readonly [string, ...string[]];
  /** What `subject` stands for; undefined where it takes none. In brackets: it may be left out. */
  takes?: string;
  options?: readonly string[];
  flags?: readonly string[];
  timeoutMs: number;
  /** What is wrong with the arguments, or undefined. */
  fault?(given: Given): string | undefined;
  run(call: ServiceCall, given: Given, nats: NatsConnection): Promise<Outcome>;
}

export const text = (options: Options, name: string): string | undefined => {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
};
