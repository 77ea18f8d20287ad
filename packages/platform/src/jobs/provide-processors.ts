import { EventStore, sessionOfClient } from '@candid/event-store';
import type { EntityManager } from '@mikro-orm/postgresql';
import { MikroORM } from '@mikro-orm/postgresql';
import type { OnApplicationBootstrap, OnModuleDestroy, Provider, Type } from '@nestjs/common';
import { onWork } from '../nats/wake.js';
import { readSessionOf } from '../orm/session-of.js';
import { PLATFORM, type Platform } from '../process/platform.js';
import { createProcessor, type RunningProcessor } from './create-processor.js';
import { DoneWorkSweep } from './done-work-sweep.js';
import type { Processor, ProcessorLimits } from './processor.js';
import { WorkDispatcher } from './work-dispatcher.js';
import { watchWork } from './work-metrics.js';

export interface WorkSettings {
  redisUrl: string;
  limits?: Partial<ProcessorLimits>;
}

/** Runs a worker's processors, the dispatcher of their queues and the sweep of what they have done, from the application's start to its shutdown. */
export class WorkHost implements OnApplicationBootstrap, OnModuleDestroy {
  private stopListening: (() => void) | undefined;

  constructor(
    private readonly platform: Platform,
    private readonly orm: { em: EntityManager },
    private readonly processors: Processor[],
    private readonly settings: WorkSettings,
    private readonly dispatcher: WorkDispatcher,
    private readonly doneWork: DoneWorkSweep,
    /** The array is empty until the application starts. */
    private readonly running: RunningProcessor[],
  ) {}

  onApplicationBootstrap(): void {
    const { platform, orm, settings } = this;
    const { logger, metrics, pace } = platform;
    for (const processor of this.processors)
      this.running.push(createProcessor({ ...settings, processor, orm, logger, metrics, pace }));
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
      useFactory: (platform: Platform, orm: { em: EntityManager }, store: EventStore, ...instances: Processor[]) => {
        const queues = instances.map((processor) => processor.queue);
        const { redisUrl } = settings;
        const session = readSessionOf(orm);
        const running: RunningProcessor[] = [];
        const processors = () => running;
        const dispatcher = new WorkDispatcher({
          ...{ queues, processors, redisUrl, session },
          logger: platform.logger,
          idlePollMs: platform.pace.workPollMs,
        });
        // On the other pool: metrics must not take a connection from the work that they watch.
        watchWork(platform.metrics, sessionOfClient(store.pool), { queues, dispatcher });
        const doneWork = new DoneWorkSweep({ processors: instances, session, logger: platform.logger });
        return new WorkHost(platform, orm, instances, settings, dispatcher, doneWork, running);
      },
      inject: [PLATFORM, MikroORM, EventStore, ...processors],
    },
  ];
}
