import { removeDoneWork, type SqlSession } from '@candid/event-store';
import type { Logger } from 'pino';
import type { Processor } from './processor.js';
import { untilFew } from './until-few.js';

export interface DoneWorkSweepOptions {
  processors: readonly Pick<Processor, 'queue' | 'keepDoneMs'>[];
  session: SqlSession;
  logger: Logger;
}

const EVERY_MS = 60_000;
const BATCH_SIZE = 1_000;
const KEEP_MS = 24 * 3_600_000;

/** Forgets done work when it has had its time. Two processes at it share the work. */
export class DoneWorkSweep {
  private timer: NodeJS.Timeout | undefined;
  private current: Promise<void> | undefined;
  private readonly stopping = new AbortController();

  constructor(private readonly options: DoneWorkSweepOptions) {}

  start(): void {
    this.timer = setInterval(() => this.begin(), EVERY_MS);
    this.begin();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.current;
  }

  private begin(): void {
    this.current ??= this.sweep()
      .catch((error: unknown) => this.options.logger.warn({ err: error }, 'done work not removed, trying again'))
      .finally(() => {
        this.current = undefined;
      });
  }

  private async sweep(): Promise<void> {
    const { processors, session } = this.options;
    for (const { queue, keepDoneMs: keepMs = KEEP_MS } of processors) {
      await untilFew(BATCH_SIZE, (limit) => removeDoneWork(session, { queue, keepMs, limit }), this.stopping.signal);
    }
  }
}
