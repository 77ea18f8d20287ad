import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { connectNats, type NatsConnection, type RequestContext, RpcClient } from '@candid/platform';
import type { ServiceCall } from '../kernel/services.js';

/** The exit code is 0 if `isRight`, otherwise 1. */
export interface Outcome {
  lines: readonly string[];
  isRight: boolean;
}

export const right = (lines: readonly string[]): Outcome => ({ lines, isRight: true });

export type Options = Readonly<Record<string, string | boolean | undefined>>;

export interface Given {
  subject: string | undefined;
  options: Options;
}

export interface Command {
  /** The arguments as the usage text shows them, then lines that describe the command. */
  usage: readonly [string, ...string[]];
  /** Name of the positional argument, in brackets if it is optional. Undefined if the command takes none. */
  takes?: string;
  options?: readonly string[];
  flags?: readonly string[];
  timeoutMs: number;
  /** Returns an error message if the arguments are invalid. */
  fault?(given: Given): string | undefined;
  run(call: ServiceCall, given: Given, nats: NatsConnection): Promise<Outcome>;
}

export const text = (options: Options, name: string): string | undefined => {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
};

const CONNECT_MS = 5_000;

/** @throws if no server answers within 5 s */
export async function asOperator<Result>(
  { natsUrl, ca, timeoutMs }: { natsUrl: string; ca?: string | undefined; timeoutMs: number },
  use: (call: ServiceCall, nats: NatsConnection) => Promise<Result>,
): Promise<Result> {
  // `connectNats` retries for ever, but an operator should not wait that long.
  const late = delay(CONNECT_MS, undefined, { ref: false });
  const nats = await Promise.race([connectNats(natsUrl, 'operator', { ca }), late]);
  if (!nats) throw new Error(`No NATS server answers at ${natsUrl.replace(/^.*@|^\w+:\/\//, '')}.`);
  const rpc = new RpcClient(nats, timeoutMs);
  const context: RequestContext = { requestId: randomUUID(), roles: [] };
  try {
    return await use((message, request, options) => rpc.call(message, request, context, options), nats);
  } finally {
    await nats.close();
  }
}

export type Cell = string | number | null;

/** Aligns rows in columns; the last column is not padded. Absent cells are empty. */
export function columns(rows: readonly (readonly Cell[])[], indent = ''): string[] {
  const texts = rows.map((row) => row.map((cell) => String(cell ?? '')));
  const widths = (texts[0] ?? []).map((_, column) => Math.max(...texts.map((row) => row[column]?.length ?? 0)));
  return texts.map(
    (row) =>
      indent +
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
  );
}
