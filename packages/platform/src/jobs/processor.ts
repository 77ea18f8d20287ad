import type { WorkItem } from '@candid/event-store';
import type { DatabaseTransaction } from '../orm/database.js';

export type WorkTransaction = DatabaseTransaction;

/** After a crash, an effect outside the transaction (a mail) may happen twice, so it should contain the item's id. */
export interface Processor {
  /** Name of letters, digits and `-`. Never change it. */
  readonly queue: string;
  /** Number of items that one process handles concurrently; default 4. */
  readonly concurrency?: number;
  /** If true, the transaction may idle for 30 s, but only before its first write: later idling delays event readers. */
  readonly waitsOutside?: boolean;
  /** How long the row of a done item is kept for inspection. Default: 24 hours. */
  readonly keepDoneMs?: number;
  /** Throws NotYetError to be called again later. Any other error is a failure. */
  handle(item: WorkItem, transaction: WorkTransaction): Promise<void>;
}

export interface ProcessorLimits {
  /** Number of failures after which an item becomes a dead letter. */
  maxAttempts: number;
  /** Waiting times before the second attempt, the third, and so on. The last one applies to all further attempts. */
  backoffMs: readonly number[];
  /** After a NotYetError an item waits as long as it has existed, at least `leastWaitMs`, at most `mostWaitMs`. */
  leastWaitMs: number;
  mostWaitMs: number;
  /** If a process dies, others can take its job after at most `lockMs` and one stall check. */
  lockMs: number;
  stallCheckMs: number;
}

/** The `stallCheckMs` of a processor comes from the pace of the process. */
export const defaultProcessorLimits: Omit<ProcessorLimits, 'stallCheckMs'> = {
  maxAttempts: 10,
  backoffMs: [500, 2_000, 10_000, 30_000, 120_000, 600_000],
  leastWaitMs: 500,
  mostWaitMs: 300_000,
  lockMs: 5_000,
};

/** BullMQ refuses ids that are integers or contain `:`. The same work item always gets the same job id. */
export function jobIdOf(queue: string, itemId: string): string {
  return `${queue}-${itemId.replaceAll(':', '_')}`;
}

/** Rolls the attempt back and stores the cause. The item may wait any number of times without failing. */
export class NotYetError extends Error {
  override readonly name = 'NotYetError';
  readonly until: Date | undefined;

  constructor(message: string, options: ErrorOptions & { until?: Date } = {}) {
    super(message, options);
    this.until = options.until;
  }
}
