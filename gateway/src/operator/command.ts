import type { NatsConnection } from '@candid/platform';
import type { ServiceCall } from '../services/services.js';

/** Output of a command. The exit code is 0 if `isRight`, otherwise 1. */
export interface Outcome {
  lines: readonly string[];
  isRight: boolean;
}

export type Options = Readonly<Record<string, string | boolean | undefined>>;

export interface Given {
  /** The positional argument. */
  subject: string | undefined;
  options: Options;
}

export interface Command {
  /** Arguments in the usage text, then lines that describe the command. */
  usage: readonly [string, ...string[]];
  /** Name of the positional argument, in brackets if it is optional. Undefined if the command takes none. */
  takes?: string;
  options?: readonly string[];
  flags?: readonly string[];
  timeoutMs: number;
  /** @returns an error message if the arguments are invalid, otherwise undefined */
  fault?(given: Given): string | undefined;
  run(call: ServiceCall, given: Given, nats: NatsConnection): Promise<Outcome>;
}

export const text = (options: Options, name: string): string | undefined => {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
};
