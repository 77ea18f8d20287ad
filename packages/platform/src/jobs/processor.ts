import type { WorkItem } from '@candid/event-store';
import type { DatabaseTransaction } from '../orm/database.js';

export type WorkTransaction = DatabaseTransaction;

/** An effect outside the transaction (a mail) can happen again after a crash; it should carry the item's id. */
export interface Processor {
  /** Letters, digits and `-`; never changed. */
  readonly queue: string;
  /** Items handled at once by one process; default 4. */
  readonly concurrency?: number;
  /** The transaction may be idle for 30 s while `handle` waits. It must not write before: event readers would wait. */
  readonly waitsOutside?: boolean;
  /** How long a done item is kept for whoever looks into it; default 24 hours. */
  readonly keepDoneMs?: number;
  /** Throws NotYetError to wait; anything else is a failure. */
  handle(item: WorkItem, transaction: WorkTransaction): Promise<void>;
}

export interface ProcessorLimits {
  /** Failures after which an item is given up and waits for a person. */
  maxAttempts: number;
  /** Waits before the second attempt, the third, …; the last one repeats. */
  backoffMs: readonly number[];
  /** After a NotYetError an item waits as long again as it has been there, but at least and at most this. */
  leastWaitMs: number;
  mostWaitMs: number;
  /** A job whose process dies is free for another after at most this and one stall check. */
  lockMs: number;
  stallCheckMs: number;
}

/** Without the stall check, which is the pace's. */
export const defaultProcessorLimits: Omit<ProcessorLimits, 'stallCheckMs'> = {
  maxAttempts: 10,
  backoffMs: [500, 2_000, 10_000, 30_000, 120_000, 600_000],
  leastWaitMs: 500,
  mostWaitMs: 300_000,
  lockMs: 5_000,
};

/** Prefixed and without `:`, as BullMQ wants it; the same work item is the same job. */
export function jobIdOf(queue: string, itemId: string): string {
  return `${queue}-${itemId.replaceAll(':', '_')}`;
}

/** The attempt is undone and the item waits, without end; this is no failure. The cause, if any, is stored. */
export class NotYetError extends Error {
  override readonly name = 'NotYetError';
  readonly until: Date | undefined;

  constructor(message: string, options: ErrorOptions & { until?: Date } = {}) {
    super(message, options);
    this.until = options.until;
  }
}
