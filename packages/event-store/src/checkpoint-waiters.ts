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
  readonly #ownPosition: () => EventPosition | undefined;
  readonly #waiters = new Set<Waiter>();
  #polling = false;

  /** `ownPosition`: where this process has moved the checkpoint to, while it is the one that moves it. */
  constructor(session: SqlSession, checkpoint: string, ownPosition: () => EventPosition | undefined) {
    this.#session = session;
    this.#checkpoint = checkpoint;
    this.#ownPosition = ownPosition;
  }

  /** True once the checkpoint is at or after `position`, false after `timeoutMs`. */
  async waitFor(position: EventPosition | bigint, timeoutMs: number): Promise<boolean> {
    const deadlineMs = Date.now() + timeoutMs;
    const wanted = typeof position === 'bigint' ? await this.#positionOf(position) : position;
    if (!wanted) return false;
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
    for (;;) {
      // A failed look is followed by the next one; the waiters' own deadlines end it.
      const position =
        this.#ownPosition() ?? (await readCheckpoint(this.#session, this.#checkpoint).catch(() => undefined));
      if (position) this.reached(position);
      if (this.#waiters.size === 0) break;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
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
