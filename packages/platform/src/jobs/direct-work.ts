import type { WorkItem } from '@candid/event-store';
import { bounded } from './bounded.js';
import type { RunningProcessor } from './create-processor.js';

const STOP_TIMEOUT_MS = 8_000;

/** What works off items of its queue in this process. */
export type DirectProcessor = Pick<RunningProcessor, 'queue' | 'concurrency' | 'work'>;

/** Items that are worked off without a job: of each queue as many at once as its processor takes, each item once. */
export class DirectWork {
  private readonly atWork = new Map<string, Map<string, Promise<void>>>();

  /** `onRoom` is called when another item could be taken. */
  constructor(private readonly onRoom: () => void) {}

  take({ queue, concurrency, work }: DirectProcessor, due: readonly WorkItem[]): void {
    const atWork = this.atWork.get(queue) ?? new Map<string, Promise<void>>();
    this.atWork.set(queue, atWork);
    const room = concurrency - atWork.size;
    const next = due.filter(({ id }) => !atWork.has(id)).slice(0, room);
    for (const { id } of next) {
      const end = (): void => {
        atWork.delete(id);
        this.onRoom();
      };
      atWork.set(id, work(id).then(end, end));
    }
  }

  /** Resolves when what is at work has ended. What outlasts the bound rolls back with the process. */
  async stop(): Promise<void> {
    const all = [...this.atWork.values()].flatMap((items) => [...items.values()]);
    await bounded(Promise.all(all), STOP_TIMEOUT_MS).catch(() => undefined);
  }
}
