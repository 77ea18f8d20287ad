import { setTimeout as delay } from 'node:timers/promises';
import { EventStore, queueLevels, removeDoneWork, type SqlSession, sessionOfClient } from '@candid/event-store';
import type { OnApplicationBootstrap, OnModuleDestroy, Provider, Type } from '@nestjs/common';
import { onWork } from '../nats/wake.js';
import { type Metrics, sharedRead } from '../operations/metrics.js';
import { Database } from '../orm/database.js';
import { PLATFORM, type Platform } from '../process/platform.js';
import { createProcessor, type RunningProcessor } from './create-processor.js';
import type { Processor, ProcessorLimits } from './processor.js';
import { untilFew } from './until-few.js';
import { WorkDispatcher } from './work-dispatcher.js';

const SWEEP_EVERY_MS = 60_000;
const SWEEP_BATCH_SIZE = 1_000;
const KEEP_DONE_MS = 24 * 3_600_000;

interface WorkSettings {
  redisUrl: string;
  limits?: Partial<ProcessorLimits>;
}

/** Runs a worker's processors, their dispatcher and the sweep of done items until the application shuts down. */
class WorkHost implements OnApplicationBootstrap, OnModuleDestroy {
  private stopListening: (() => void) | undefined;
  private running: RunningProcessor[] = [];
  private sweeping: Promise<void> | undefined;
  private readonly stopping = new AbortController();
  private readonly dispatcher: WorkDispatcher;

  constructor(
    private readonly platform: Platform,
    private readonly database: Database,
    store: EventStore,
    private readonly settings: WorkSettings,
    private readonly processors: Processor[],
  ) {
    const { logger, pace, metrics } = platform;
    const queues = processors.map(({ queue }) => queue);
    this.dispatcher = new WorkDispatcher({
      ...{ queues, logger, redisUrl: settings.redisUrl, session: database, idlePollMs: pace.workPollMs },
      processors: () => this.running,
    });
    // Uses the event store's pool, because metrics must not take connections from the work that they measure.
    watchWork(metrics, sessionOfClient(store.pool), { queues, dispatcher: this.dispatcher });
  }

  onApplicationBootstrap(): void {
    const { platform, database, settings } = this;
    const { logger, metrics, pace } = platform;
    this.running = this.processors.map((processor) =>
      createProcessor({ ...settings, processor, database, logger, metrics, pace }),
    );
    this.stopListening = onWork(platform.nats, platform.service, (queues) => this.dispatcher.wake(queues));
    this.dispatcher.start();
    this.sweeping = this.sweepDone(this.stopping.signal);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopListening?.();
    this.stopping.abort();
    await Promise.all([this.dispatcher.stop(), this.sweeping]);
    await Promise.all(this.running.map((processor) => processor.stop()));
  }

  /** All workers of the service sweep the same rows. */
  private async sweepDone(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        for (const { queue, keepDoneMs: keepMs = KEEP_DONE_MS } of this.processors) {
          const sweep = (limit: number) => removeDoneWork(this.database, { queue, keepMs, limit });
          await untilFew(SWEEP_BATCH_SIZE, sweep, signal);
        }
      } catch (error) {
        this.platform.logger.warn({ err: error }, 'done work not removed, trying again');
      }
      await delay(SWEEP_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

export function provideProcessors(processors: Type<Processor>[], settings: WorkSettings): Provider[] {
  return [
    ...processors,
    {
      provide: WorkHost,
      useFactory: (platform: Platform, database: Database, store: EventStore, ...instances: Processor[]) =>
        new WorkHost(platform, database, store, settings, instances),
      inject: [PLATFORM, Database, EventStore, ...processors],
    },
  ];
}

/** Reports items from their rows, which are authoritative, and the progress of work from the jobs in Redis. */
export function watchWork(
  metrics: Metrics,
  session: SqlSession,
  { queues, dispatcher }: { queues: readonly string[]; dispatcher: WorkDispatcher },
): void {
  const levels = sharedRead(() => queueLevels(session, queues));
  metrics.gaugeEach(
    'work_items_open',
    'Work items by queue that are due, or scheduled for later',
    ['queue', 'state'],
    async () =>
      [...(await levels())].flatMap(([queue, { due, scheduled }]) => [
        { labels: { queue, state: 'due' }, value: due },
        { labels: { queue, state: 'scheduled' }, value: scheduled },
      ]),
  );
  const oldest = 'How long the longest waiting item of a queue is due';
  metrics.gaugeBy(
    'work_items_given_up',
    'Work items by queue that wait for a person',
    'queue',
    levels,
    (of) => of.givenUp,
  );
  metrics.gaugeBy('work_item_oldest_due_seconds', oldest, 'queue', levels, (of) => of.oldestDueSeconds);
  metrics.gaugeEach('bullmq_jobs', 'Jobs in Redis by queue and state', ['queue', 'state'], async () =>
    [...(await dispatcher.countJobs())].flatMap(([queue, counts]) =>
      Object.entries(counts).map(([state, value]) => ({ labels: { queue, state }, value })),
    ),
  );
  const redis = sharedRead(() => dispatcher.redisLevels());
  const level = (name: keyof Awaited<ReturnType<typeof redis>>) => async () => (await redis())[name];
  metrics.gauge('redis_memory_used_bytes', 'Memory that Redis has used', level('memoryUsed'));
  metrics.gauge('redis_memory_max_bytes', 'Memory that Redis may use; 0 without a limit', level('memoryMax'));
  metrics.counterFrom(
    'redis_rejected_connections_total',
    'Connections that Redis has refused',
    level('rejectedConnections'),
  );
}
