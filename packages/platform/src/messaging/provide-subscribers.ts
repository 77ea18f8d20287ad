import { countDeadLetters, EventStore, LeaderElection, sessionOfClient } from '@candid/event-store';
import { type JetStreamManager } from '@nats-io/jetstream';
import type { OnApplicationBootstrap, OnModuleDestroy, Provider, Type } from '@nestjs/common';
import { streamNameOf } from '../nats/streams.js';
import { sharedRead } from '../operations/metrics.js';
import { Database } from '../orm/database.js';
import { Projections } from '../persistence/provide-followers.js';
import { PLATFORM, type Platform } from '../process/platform.js';
import { CatchUp } from './catch-up.js';
import { durableOf } from './consumer.js';
import { ConsumptionCheck, type Deliver } from './consumption-check.js';
import { InboxWaiter } from './inbox-waiter.js';
import { StreamConsumer } from './stream-consumer.js';
import type { Subscriber, SubscriberLimits } from './subscriber.js';

export class SubscriberHost implements OnApplicationBootstrap, OnModuleDestroy {
  /** @param consumers by subscriber */
  constructor(
    private readonly consumers: ReadonlyMap<string, StreamConsumer>,
    private readonly check: ConsumptionCheck,
  ) {}

  onApplicationBootstrap(): void {
    for (const consumer of this.consumers.values()) consumer.start();
    this.check.start();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.check, ...this.consumers.values()].map((part) => part.stop()));
  }

  /** Returns false if there is no such open dead letter. */
  async replay(subscriber: string, deadLetterId: string): Promise<boolean> {
    return (await this.consumers.get(subscriber)?.replay(deadLetterId)) ?? false;
  }
}

/** The providers for a module under `PersistenceModule`. */
export function provideSubscribers(
  subscribers: Type<Subscriber<any>>[],
  limits?: Partial<SubscriberLimits>,
): Provider[] {
  return [
    ...subscribers,
    {
      provide: InboxWaiter,
      useFactory: (database: Database, store: EventStore, projections?: Projections) =>
        new InboxWaiter(database, async (timeoutMs) =>
          projections ? projections.waitFor(await store.lastPosition(), timeoutMs) : true,
        ),
      inject: [Database, EventStore, { token: Projections, optional: true }],
    },
    {
      provide: CatchUp,
      useFactory: (
        platform: Platform,
        store: EventStore,
        projections: Projections | undefined,
        ...instances: Subscriber[]
      ) => new CatchUp({ platform, store, session: sessionOfClient(store.pool), projections, subscribers: instances }),
      inject: [PLATFORM, EventStore, { token: Projections, optional: true }, ...subscribers],
    },
    {
      provide: SubscriberHost,
      useFactory: (
        platform: Platform,
        database: Database,
        inbox: InboxWaiter,
        store: EventStore,
        election: LeaderElection,
        ...instances: Subscriber[]
      ) => {
        const bySource = Map.groupBy(instances, ({ event }) => event.service);
        watchSubscribers(platform, store, instances, [...bySource.keys()]);
        const afterCommit = () => inbox.notify();
        const consumers = [...bySource].flatMap(([source, own]) => {
          const shared = { ...platform, source, subscribers: own, database, afterCommit };
          const consumer = new StreamConsumer({ ...shared, ...(limits && { limits }) });
          return own.map(({ name }): [string, StreamConsumer] => [name, consumer]);
        });
        const running = new Map(consumers);
        const deliver: Deliver = (subscriber, messages) => running.get(subscriber.name)!.deliver(subscriber, messages);
        const check = new ConsumptionCheck({ platform, store, election, subscribers: instances, deliver });
        return new SubscriberHost(running, check);
      },
      inject: [PLATFORM, Database, InboxWaiter, EventStore, LeaderElection, ...subscribers],
    },
  ];
}

function watchSubscribers(
  { metrics, jetstreamManager, service }: Platform,
  store: EventStore,
  subscribers: readonly Subscriber[],
  sources: readonly string[],
): void {
  const consumers = sharedRead(() => readConsumers(jetstreamManager, service, sources));
  metrics.gaugeBy(
    'jetstream_consumer_pending_messages',
    'Messages that were not delivered to a consumer yet',
    'consumer',
    consumers,
    ({ num_pending }) => num_pending,
  );
  metrics.gaugeBy(
    'jetstream_consumer_unacknowledged_messages',
    'Messages that were delivered to a consumer and not acknowledged',
    'consumer',
    consumers,
    ({ num_ack_pending }) => num_ack_pending,
  );
  const session = sessionOfClient(store.pool);
  const letters = async () => {
    const counted = await countDeadLetters(session);
    return new Map([...subscribers.map(({ name }): [string, number] => [name, 0]), ...counted]);
  };
  metrics.gaugeBy('dead_letters_open', 'Dead letters that wait for a person', 'subscriber', letters);
}

/** Omits consumers whose stream does not exist yet, because they have no messages. */
async function readConsumers(manager: JetStreamManager, service: string, sources: readonly string[]) {
  const found = await Promise.all(
    sources.map((source) =>
      manager.consumers.info(streamNameOf(source), durableOf(service, source)).catch(() => undefined),
    ),
  );
  return new Map(found.flatMap((info) => (info ? [[info.name, info]] : [])));
}
