import { readCheckpoint } from './checkpoint.js';
import { comparePositions, type EventPosition } from './event.js';
import type { SqlSession } from './sql-session.js';

interface Waiter {
  position: EventPosition;
  resolve: (reached: boolean) => void;
}

const pollMs = 10;

/** Waits for a checkpoint: told of it by this process's follower, and otherwise reading it, once for all who wait. */
export class CheckpointWaiters {
  readonly #session: SqlSession;
  readonly #checkpoint: string;
  readonly #waiters = new Set<Waiter>();
  #polling = false;

  constructor(session: SqlSession, checkpoint: string) {
    this.#session = session;
    this.#checkpoint = checkpoint;
  }

  /** True once the checkpoint is at or after `position`, false after `timeoutMs`. `known`: where it is known to be. */
  async waitFor(position: EventPosition | bigint, timeoutMs: number, known?: EventPosition): Promise<boolean> {
    const deadlineMs = Date.now() + timeoutMs;
    const wanted = typeof position === 'bigint' ? await this.#positionOf(position) : position;
    if (!wanted) return false;
    if (known && comparePositions(known, wanted) >= 0) return true;
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(false), Math.max(0, deadlineMs - Date.now()));
      const waiter: Waiter = { position: wanted, resolve: (reached) => settle(reached) };
      const settle = (reached: boolean) => {
        clearTimeout(timer);
        this.#waiters.delete(waiter);
        resolve(reached);
      };
      this.#waiters.add(waiter);
      void this.#poll();
    });
  }

  /** The checkpoint is committed at `position`. */
  reached(position: EventPosition): void {
    for (const waiter of this.#waiters) {
      if (comparePositions(position, waiter.position) >= 0) waiter.resolve(true);
    }
  }

  async #poll(): Promise<void> {
    if (this.#polling) return;
    this.#polling = true;
    while (this.#waiters.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, pollMs));
      if (this.#waiters.size === 0) break;
      // A failed look is followed by the next one; the waiters' own deadlines end it.
      const checkpoint = await readCheckpoint(this.#session, this.#checkpoint).catch(() => undefined);
      if (checkpoint) this.reached(checkpoint);
    }
    this.#polling = false;
  }

  async #positionOf(globalPosition: bigint): Promise<EventPosition | undefined> {
    const [row] = await this.#session.query<{ transaction_id: unknown }>(
      'select transaction_id from events where global_position = $1::text::bigint',
      [String(globalPosition)],
    );
    return row && { transactionId: BigInt(row.transaction_id as string), globalPosition };
  }
}
