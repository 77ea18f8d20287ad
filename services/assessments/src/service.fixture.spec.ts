import { randomUUID } from 'node:crypto';
import {
  assessmentsRpc,
  catchUpRpc,
  type IntegrationEventType,
  PRODUCT,
  type RequestContext,
  type UserId,
} from '@candid/contracts';
import { EventStore, type SqlSession, sessionOfClient } from '@candid/event-store';
import { type RpcClient, type RunningProcess, startService, startWorker } from '@candid/platform';
import { runMigrations } from '@candid/platform/orm';
import {
  eventually,
  migratedDatabase,
  type NatsFixture,
  natsFixture,
  SignedRpcClient,
  sessionUrlOf,
  startRedisServer,
  type TestServer,
  testKeys,
} from '@candid/testing';
import pg from 'pg';
import type { z } from 'zod';
import { AppModule } from './app.module.js';
import { BalancesDouble } from './balances.fixture.spec.js';
import { migrations } from './migrations/all.js';
import { WorkerModule } from './worker.module.js';

type PublishedEvent = Record<string, unknown> & { eventId: string };
type DataOf<Type extends IntegrationEventType> = z.input<Type['data']>;

/** The assessments service in this process, with real PostgreSQL, NATS and Redis. Tests call it over NATS, as the gateway does. */
export class ServiceFixture {
  private offsetMs = 0;
  service!: RunningProcess;
  private worker: RunningProcess | undefined;
  /** Minimum look time from the next start of the service on. It is 0, because most specs submit at once. */
  minLookMs = 0;
  openingsPerHour = 1_000_000;
  readonly balances: BalancesDouble;

  constructor(
    readonly databaseUrl: string,
    private readonly dropDatabase: () => Promise<void>,
    readonly nats: NatsFixture,
    readonly redis: TestServer,
    private readonly pool: pg.Pool,
    /** Appends with the application's database role, outside the service. */
    readonly store: EventStore,
    readonly rpc: RpcClient,
  ) {
    this.balances = new BalancesDouble(nats.connection);
  }

  static async start<Fixture extends ServiceFixture>(
    this: new (
      ...parts: ConstructorParameters<typeof ServiceFixture>
    ) => Fixture,
  ): Promise<Fixture> {
    const migrated = migratedDatabase({ migrations, runMigrations });
    const [database, nats, redis] = await Promise.all([migrated, natsFixture(), startRedisServer()]);
    const applicationUrl = database.applicationUrl;
    const pool = new pg.Pool({ connectionString: database.url, max: 4 });
    const store = new EventStore({ pool: new pg.Pool({ connectionString: applicationUrl, max: 2 }) });
    const drop = (): Promise<void> => database.drop();
    const rpc = new SignedRpcClient(nats.connection);
    const fixture = new this(applicationUrl, drop, nats, redis, pool, store, rpc);
    // Creates the streams before the service starts, because its subscribers retry only after a pause.
    await nats.ensureStreams('identity', 'photos');
    await fixture.startService();
    return fixture;
  }

  readonly clock = (): Date => new Date(Date.now() + this.offsetMs);

  /** Moves the clock of the service and its worker forward. */
  passTime(ms: number): void {
    this.offsetMs += ms;
  }

  async startService(): Promise<void> {
    const config = this.coreConfig();
    this.service = await startService(AppModule.forRoot(config, this.clock), { name: 'assessments', config });
  }

  async startWorker(): Promise<void> {
    const linking = {
      LINKED_ACCOUNTS_INTERVAL_MS: 3_600_000,
      LINKED_ACCOUNTS_SUBMISSIONS: 10,
      LINKED_ACCOUNTS_SHARE: 0.5,
    };
    const config = { ...this.coreConfig(), ...linking, REDIS_URL: this.redis.url, SWEEP_INTERVAL_MS: 100 };
    this.worker = await startWorker(WorkerModule.forRoot(config, this.clock), { name: 'assessments', config });
  }

  async stopWorker(): Promise<void> {
    await this.worker?.stop();
    this.worker = undefined;
  }

  coreConfig() {
    return {
      NATS_URL: this.nats.url,
      OPS_PORT: 0,
      LOG_LEVEL: 'error',
      NODE_ENV: 'test',
      JWT_PUBLIC_KEY: testKeys.JWT_PUBLIC_KEY,
      DATABASE_URL: sessionUrlOf(this.databaseUrl),
      DATABASE_POOLER: new URL(this.databaseUrl).host,
      MIN_LOOK_MS: this.minLookMs,
      OPENINGS_PER_HOUR: this.openingsPerHour,
      SLOT_TIME_MAX_MS: PRODUCT.slotTimeMaxMs,
      REPORTER_AGE_MIN_MS: 3_600_000,
      REPORTER_SUBMISSIONS_MIN: 1,
    } as const;
  }

  async stop(): Promise<void> {
    await this.stopWorker();
    await this.service.stop();
    await this.store.pool.end();
    await this.pool.end();
    await Promise.all([this.nats.stop(), this.redis.stop()]);
    await this.dropDatabase();
  }

  /** A session of the database's owner. */
  get session(): SqlSession {
    return sessionOfClient(this.pool);
  }

  context(userId?: UserId, more: Partial<RequestContext> = {}): RequestContext {
    return { requestId: randomUUID(), roles: ['user'], ...(userId && { userId }), ...more };
  }

  eventsOf(streamId: string): Promise<{ type: string; data: any }[]> {
    return this.session.query('select type, data from events where stream_id = $1 order by stream_version', [streamId]);
  }

  /** Publishes an event like the relay of another service. */
  async publish<Type extends IntegrationEventType>(
    type: Type,
    data: DataOf<Type>,
    streamId: string = randomUUID(),
    streamVersion = 1,
    recordedAt = this.clock(),
  ): Promise<PublishedEvent> {
    const event: PublishedEvent = {
      eventId: randomUUID(),
      type: type.type,
      version: type.version,
      streamId,
      streamVersion,
      recordedAt: recordedAt.toISOString(),
      correlationId: randomUUID(),
      data,
    };
    await this.deliver(type, event);
    return event;
  }

  /** Publishes an event a second time; the server does not recognise it as a duplicate. */
  async deliver(type: IntegrationEventType, event: PublishedEvent): Promise<void> {
    await this.nats.jetstream.publish(type.subject, JSON.stringify(event));
  }

  /** Resolves when the subscriber has committed these events. */
  async settled(subscriber: string, ...events: PublishedEvent[]): Promise<void> {
    for (let first = 0; first < events.length; first += 32) {
      const eventIds = events.slice(first, first + 32).map((event) => event.eventId);
      const request = { subscriber, eventIds, waitMs: 2_000 };
      await eventually(async () => {
        const { seen } = await this.rpc.call(assessmentsRpc.awaitInbox, request, this.context());
        if (!seen) throw new Error(`${subscriber} has not seen ${eventIds.join(', ')}`);
      });
    }
  }

  /** Resolves when the read models contain all commits. The gateway waits for this before it passes on a refusal. */
  async caughtUp(): Promise<void> {
    const request = { sources: [], work: false, waitMs: 2_000 };
    await eventually(async () => {
      const { caughtUp } = await this.rpc.call(catchUpRpc('assessments'), request, this.context());
      if (!caughtUp) throw new Error('the read models do not show everything yet');
    });
  }

  /** The service's own published events of a type, in order, once there are `count` of them. */
  async published(type: IntegrationEventType, count: number): Promise<any[]> {
    const consumer = await this.nats.jetstream.consumers.get('ASSESSMENTS', { filter_subjects: type.subject });
    const events: unknown[] = [];
    while (events.length < count) {
      const message = await consumer.next({ expires: 120_000 });
      if (!message) throw new Error(`only ${events.length} of ${count} ${type.type}`);
      events.push(message.json());
    }
    return events;
  }
}
