import { EventStore, queueLevels, removeDoneWork, type SqlSession, sessionOfClient } from '@candid/event-store';
import type { OnApplicationBootstrap, OnModuleDestroy, Provider, Type } from '@nestjs/common';
import { type Logger } from 'pino';
import { onWork } from '../nats/wake.js';
import { type Metrics, sharedRead } from '../operations/metrics.js';
import { Database } from '../orm/database.js';
import { PLATFORM, type Platform } from '../process/platform.js';
import { createProcessor, type RunningProcessor } from './create-processor.js';
import type { Processor, ProcessorLimits } from './processor.js';
import { untilFew } from './until-few.js';
import { WorkDispatcher } from './work-dispatcher.js';

const EVERY_MS = 60_000;

const BATCH_SIZE = 1_000;

const KEEP_MS = 24 * 3_600_000;

/** Forgets done work when it has had its time. Two processes at it share the work. */
class DoneWorkSweep {
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

interface WorkSettings {
  redisUrl: string;
  limits?: Partial<ProcessorLimits>;
}

/** Runs a worker's processors, the dispatcher of their queues and the sweep of what they have done, from the application's start to its shutdown. */
class WorkHost implements OnApplicationBootstrap, OnModuleDestroy {
  private stopListening: (() => void) | undefined;

  constructor(
    private readonly platform: Platform,
    private readonly database: Database,
    private readonly processors: Processor[],
    private readonly settings: WorkSettings,
    private readonly dispatcher: WorkDispatcher,
    private readonly doneWork: DoneWorkSweep,
    /** The array is empty until the application starts. */
    private readonly running: RunningProcessor[],
  ) {}

  onApplicationBootstrap(): void {
    const { platform, database, settings } = this;
    const { logger, metrics, pace } = platform;
    for (const processor of this.processors)
      this.running.push(createProcessor({ ...settings, processor, database, logger, metrics, pace }));
    this.stopListening = onWork(platform.nats, platform.service, (queues) => this.dispatcher.wake(queues));
    this.dispatcher.start();
    this.doneWork.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopListening?.();
    await Promise.all([this.dispatcher.stop(), this.doneWork.stop()]);
    await Promise.all(this.running.map((processor) => processor.stop()));
  }
}

/** The providers for a worker's module under `PersistenceModule`. */
export function provideProcessors(processors: Type<Processor>[], settings: WorkSettings): Provider[] {
  return [
    ...processors,
    {
      provide: WorkHost,
      useFactory: (platform: Platform, database: Database, store: EventStore, ...instances: Processor[]) => {
        const queues = instances.map((processor) => processor.queue);
        const { redisUrl } = settings;
        const running: RunningProcessor[] = [];
        const processors = () => running;
        const dispatcher = new WorkDispatcher({
          ...{ queues, processors, redisUrl, session: database },
          logger: platform.logger,
          idlePollMs: platform.pace.workPollMs,
        });
        // On the other pool: metrics must not take a connection from the work that they watch.
        watchWork(platform.metrics, sessionOfClient(store.pool), { queues, dispatcher });
        const doneWork = new DoneWorkSweep({ processors: instances, session: database, logger: platform.logger });
        return new WorkHost(platform, database, instances, settings, dispatcher, doneWork, running);
      },
      inject: [PLATFORM, Database, EventStore, ...processors],
    },
  ];
}

interface DoneWorkSweepOptions {
  processors: readonly Pick<Processor, 'queue' | 'keepDoneMs'>[];
  session: SqlSession;
  logger: Logger;
}

/** Work as its rows have it, which is the truth, and as Redis has it, which shows whether jobs move. */
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
  metrics.gaugeBy(
    'work_items_given_up',
    'Work items by queue that wait for a person',
    'queue',
    async () => new Map([...(await levels())].map(([queue, { givenUp }]) => [queue, givenUp])),
  );
  metrics.gaugeBy(
    'work_item_oldest_due_seconds',
    'How long the longest waiting item of a queue is due',
    'queue',
    async () => new Map([...(await levels())].map(([queue, { oldestDueSeconds }]) => [queue, oldestDueSeconds])),
  );
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
