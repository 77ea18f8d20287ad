import type { WorkItem } from '@candid/event-store';
import { bounded } from './bounded.js';
import type { RunningProcessor } from './create-processor.js';

const STOP_TIMEOUT_MS = 8_000;
/** An item that another process handles stays due. Trying it again sooner would only cost queries. */
const RETRY_MS = 1_000;

/** A processor that can handle items of its queue without a BullMQ job. */
export type DirectProcessor = Pick<RunningProcessor, 'queue' | 'concurrency' | 'work'>;

/** Handles due items without BullMQ jobs, up to the concurrency of each queue's processor. */
export class DirectWork {
  private readonly atWork = new Map<string, Map<string, Promise<void>>>();
  /** Time of the last attempt at each item, in milliseconds of `performance.now()`. */
  private readonly attemptedAt = new Map<string, number>();

  /** @param onRoom called when an item has ended, so that another one can start */
  constructor(private readonly onRoom: () => void) {}

  take({ queue, concurrency, work }: DirectProcessor, due: readonly WorkItem[]): void {
    const atWork = this.atWork.get(queue) ?? new Map<string, Promise<void>>();
    this.atWork.set(queue, atWork);
    const room = concurrency - atWork.size;
    this.forgetOldAttempts();
    const next = due.filter(({ id }) => !atWork.has(id) && !this.attemptedAt.has(id)).slice(0, room);
    for (const { id } of next) {
      this.attemptedAt.set(id, performance.now());
      const end = (): void => {
        atWork.delete(id);
        this.onRoom();
      };
      atWork.set(id, work(id).then(end, end));
    }
  }

  private forgetOldAttempts(): void {
    const limit = performance.now() - RETRY_MS;
    for (const [id, atMs] of this.attemptedAt) if (atMs <= limit) this.attemptedAt.delete(id);
  }

  /** Resolves when all items have ended, at the latest after 8 s. The transactions of the others roll back with the process. */
  async stop(): Promise<void> {
    const all = [...this.atWork.values()].flatMap((items) => [...items.values()]);
    await bounded(Promise.all(all), STOP_TIMEOUT_MS).catch(() => undefined);
  }
}
