import { randomUUID } from 'node:crypto';
import {
  assessmentsEvents,
  type IntegrationEventType,
  identityEvents,
  PRODUCT,
  publishedEventsRpc,
  type RequestContext,
  tokensRpc,
  type UserId,
} from '@candid/contracts';
import { type RpcClient, type RunningProcess, startService, startWorker } from '@candid/platform';
import { type Database, runMigrations } from '@candid/platform/orm';
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
import type { PaymentConfig } from './kernel/config.js';
import { compareWithEvents } from './ledger/compare-with-events.js';
import { connectDatabase } from './ledger/ledger.fixture.spec.js';
import { transferIdOf } from './ledger/transfer.js';
import { migrations } from './migrations/all.js';
import { WorkerModule } from './worker.module.js';

type DataOf<Type extends IntegrationEventType> = z.input<Type['data']>;
export type PublishedEvent = Record<string, unknown> & { eventId: string; correlationId: string };

export interface Settings extends PaymentConfig {
  WELCOME_GRANT_TOKENS: number;
  /** Undefined: the cap scales with the active people. */
  REWARD_DAILY_CAP_TOKENS: number | undefined;
  ASSESSOR_DAILY_CAP_TOKENS: number;
  CORRECTION_APPROVAL_TOKENS: number;
  CORRECTION_DAILY_TOKENS: number;
}
const defaults: Settings = {
  WELCOME_GRANT_TOKENS: PRODUCT.welcomeGrantTokens,
  REWARD_DAILY_CAP_TOKENS: 100_000,
  ASSESSOR_DAILY_CAP_TOKENS: 100_000,
  CORRECTION_APPROVAL_TOKENS: 200,
  CORRECTION_DAILY_TOKENS: 100_000,
};

/** An assessment as the assessments service would have made it; its events are what the test publishes. */
export interface StartedTest {
  ownerId: UserId;
  holdId: string;
  photoAssessmentId: string;
  assessmentIds: string[];
  amountTokens: number;
}

/** The tokens service and its worker in this process on real PostgreSQL, NATS and Redis, asked over NATS. */
export class TokensFixture {
  private offsetMs = 0;
  private stoppedAtMs: number | undefined;
  private readonly told: PublishedEvent[] = [];
  /** Keyed by the event that the request led to. */
  private readonly requests = new Map<string, string>();
  service!: RunningProcess;
  private worker: RunningProcess | undefined;

  private constructor(
    readonly databaseUrl: string,
    readonly ownerUrl: string,
    private readonly dropDatabase: () => Promise<void>,
    /** Has the rights of the database owner, as `pool`. */
    readonly database: Database,
    readonly nats: NatsFixture,
    readonly redis: TestServer,
    /** Has the rights of the database owner. */
    readonly pool: pg.Pool,
    readonly rpc: RpcClient,
    private readonly settings: Settings,
  ) {}

  static async start(settings: Partial<Settings> = {}): Promise<TokensFixture> {
    const migrated = migratedDatabase({ migrations, runMigrations });
    const [database, nats, redis] = await Promise.all([migrated, natsFixture(), startRedisServer()]);
    const { applicationUrl } = database;
    const pool = new pg.Pool({ connectionString: database.url, max: 4 });
    const rpc = new SignedRpcClient(nats.connection);
    const owned = connectDatabase(database.url);
    const drop = async (): Promise<void> => {
      await owned.end();
      await database.drop();
    };
    const fixture = new TokensFixture(applicationUrl, database.url, drop, owned.database, nats, redis, pool, rpc, {
      ...defaults,
      ...settings,
    });
    // Before the service, whose subscribers look again only after a pause.
    await nats.ensureStreams('identity', 'assessments');
    await fixture.startService();
    return fixture;
  }

  readonly clock = (): Date => new Date((this.stoppedAtMs ?? Date.now()) + this.offsetMs);

  /** Moves the clock of the service and its worker, not that of the database. */
  passTime(ms: number): void {
    this.offsetMs += ms;
  }

  /** Until the returned function is called. */
  stopTime(): () => void {
    this.stoppedAtMs = Date.now();
    return () => {
      this.stoppedAtMs = undefined;
    };
  }

  private config() {
    return {
      NATS_URL: this.nats.url,
      OPS_PORT: 0,
      LOG_LEVEL: 'silent',
      NODE_ENV: 'test',
      JWT_PUBLIC_KEY: testKeys.JWT_PUBLIC_KEY,
      DATABASE_URL: sessionUrlOf(this.databaseUrl),
      DATABASE_POOLER: new URL(this.databaseUrl).host,
      ...this.settings,
    } as const;
  }

  async startService(): Promise<void> {
    const config = this.config();
    this.service = await startService(AppModule.forRoot(config, this.clock), { name: 'tokens', config });
  }

  async startWorker(): Promise<void> {
    const config = {
      ...this.config(),
      REDIS_URL: this.redis.url,
      HOLD_SWEEP_INTERVAL_MS: 100,
      RECONCILIATION_INTERVAL_MS: 3_600_000,
    };
    this.worker = await startWorker(WorkerModule.forRoot(config, this.clock), { name: 'tokens', config });
  }

  /** Settings of another process of the service or its worker. */
  environment(): Record<string, string> {
    const settings = { ...this.config(), REDIS_URL: this.redis.url, HOLD_SWEEP_INTERVAL_MS: 100 };
    return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]));
  }

  async workerMetrics(): Promise<string> {
    return this.worker!.platform.metrics.registry.metrics();
  }

  async stopWorker(): Promise<void> {
    await this.worker?.stop();
    this.worker = undefined;
  }

  async stop(): Promise<void> {
    await this.stopWorker();
    await this.service.stop();
    await this.pool.end();
    await Promise.all([this.nats.stop(), this.redis.stop()]);
    await this.dropDatabase();
  }

  context(userId?: string, more: Partial<RequestContext> = {}): RequestContext {
    return { requestId: randomUUID(), roles: ['user'], ...(userId && { userId: userId as UserId }), ...more };
  }

  async balance(userId: string): Promise<{ posted: number; held: number; available: number }> {
    return this.rpc.call(tokensRpc.getBalance, { userId: userId as UserId }, this.context(userId));
  }

  async escrow(assessmentId: string): Promise<number> {
    const { rows } = await this.pool.query('select posted from accounts where account = $1', [
      `escrow:${assessmentId}`,
    ]);
    return Number(rows[0]?.posted ?? 0);
  }

  /** How many transfers have the key: none or one. */
  async transfersOf(idempotencyKey: string): Promise<number> {
    const { rowCount } = await this.pool.query('select from transfers where transfer_id = $1', [
      transferIdOf(idempotencyKey),
    ]);
    return rowCount!;
  }

  /** Postings sum to zero, and every row is what the events say. */
  async faults(): Promise<unknown[]> {
    const { rows } = await this.pool.query('select sum(amount)::int as tokens from postings having sum(amount) <> 0');
    return [...rows, ...(await compareWithEvents(this.database))];
  }

  async newUser(): Promise<UserId> {
    const userId = randomUUID() as UserId;
    const registered = await this.publish(identityEvents.UserRegistered, { userId, country: null });
    await this.settled('grant-on-user-registered', registered);
    return userId;
  }

  /** A hold for two photos and four assessors, or as many assessments of 20 tokens as wanted. */
  async heldTest(ownerId: UserId, assessments = 2, holdMs: number = PRODUCT.holdMs): Promise<StartedTest> {
    const assessmentIds = Array.from({ length: assessments }, () => randomUUID());
    const holdId = randomUUID();
    const legs = assessmentIds.map((assessmentId) => ({ assessmentId, amountTokens: 20 }));
    const expiresAt = new Date(this.clock().getTime() + holdMs).toISOString();
    const request = { userId: ownerId, holdId, legs, expiresAt } as z.input<typeof tokensRpc.placeHold.request>;
    await this.rpc.call(tokensRpc.placeHold, request as never, this.context(ownerId));
    return { ownerId, holdId, photoAssessmentId: randomUUID(), assessmentIds, amountTokens: 20 * assessments };
  }

  async startedTest(ownerId: UserId, assessments = 2): Promise<StartedTest> {
    const test = await this.heldTest(ownerId, assessments);
    await this.settled('post-hold-on-photo-assessment-started', await this.publishStart(test));
    return test;
  }

  publishStart(
    { ownerId, holdId, photoAssessmentId, assessmentIds }: StartedTest,
    fate: { isLost?: boolean } = {},
  ): Promise<PublishedEvent> {
    const data = {
      ...{ photoAssessmentId, userId: ownerId, isFirstAssessment: true, holdId, startedAt: this.clock().toISOString() },
      assessments: assessmentIds.map((assessmentId) => ({
        ...{ assessmentId, photoId: randomUUID(), testLimit: 4, amountTokens: 20 },
      })),
    };
    return this.publish(assessmentsEvents.PhotoAssessmentStarted, data, fate);
  }

  publishRatings(
    test: StartedTest,
    assessorId: string,
    rewardTokens = 20,
    submissionId: string = randomUUID(),
    fate: { isLost?: boolean } = {},
  ) {
    const data = {
      ...{ submissionId, photoAssessmentId: test.photoAssessmentId, userId: test.ownerId, assessorId, rewardTokens },
      acceptedAt: this.clock().toISOString(),
      ratings: test.assessmentIds.map((assessmentId) => ({
        ...{ assessmentId, photoId: randomUUID(), isRated: true, consumedTokens: 5 },
      })),
    };
    return this.publish(assessmentsEvents.RatingsAccepted, data, fate);
  }

  publishEnd(
    { ownerId, photoAssessmentId }: StartedTest,
    assessmentId: string,
    refundTokens: number,
    fate: { isLost?: boolean } = {},
  ) {
    const data = { assessmentId, photoId: randomUUID(), photoAssessmentId, userId: ownerId, refundTokens };
    return this.publish(assessmentsEvents.AssessedPhotoEnded, data, fate);
  }

  /** A lost event is listed as published, but nobody receives it. */
  async publish<Type extends IntegrationEventType>(
    type: Type,
    data: DataOf<Type>,
    { isLost = false } = {},
  ): Promise<PublishedEvent> {
    const event: PublishedEvent = {
      ...{ eventId: randomUUID(), type: type.type, version: type.version, streamId: randomUUID(), streamVersion: 1 },
      ...{ recordedAt: this.clock().toISOString(), correlationId: randomUUID(), data },
    };
    this.told.push(event);
    this.requests.set(event.eventId, event.correlationId);
    if (!isLost) await this.deliver(type, event);
    return event;
  }

  /** Hides that the assessments service has published the event, until the returned function is called. */
  deny(event: PublishedEvent): () => void {
    const index = this.told.indexOf(event);
    this.told[index] = { ...event, type: 'denied' };
    return () => {
      this.told[index] = event;
    };
  }

  hasTold(eventId: string, correlationId: string): boolean {
    return this.requests.get(eventId) === correlationId;
  }

  /** Lists the events of this test as published by the assessments service. */
  answerAsAssessments(): void {
    const { subject } = publishedEventsRpc('assessments');
    this.nats.connection.subscribe(subject, {
      callback: (_, message) => {
        const { payload } = message.json<{ payload: { types: string[]; cursor?: string; limit: number } }>();
        const from = Number(payload.cursor ?? 0);
        const looked = this.told.slice(from, from + payload.limit);
        const events = looked.filter(({ type }) => payload.types.includes(String(type)));
        const cursor = looked.length + from === 0 ? null : String(from + looked.length);
        const value = { events, cursor, isLast: looked.length < payload.limit };
        message.respond(JSON.stringify({ ok: true, value }));
      },
    });
  }

  /** Publishes the event once more; the server does not recognise it as a duplicate. */
  async deliver(type: IntegrationEventType, event: PublishedEvent): Promise<void> {
    await this.nats.jetstream.publish(type.subject, JSON.stringify(event));
  }

  /** Resolves when the subscriber has committed the event. */
  async settled(subscriber: string, ...events: PublishedEvent[]): Promise<void> {
    const request = { subscriber, eventIds: events.map(({ eventId }) => eventId), waitMs: 2_000 };
    await eventually(async () => {
      const { seen } = await this.rpc.call(tokensRpc.awaitInbox, request, this.context());
      if (!seen) throw new Error(`${subscriber} has not seen ${request.eventIds.join(', ')}`);
    });
  }

  /** The service's own published events from the first, once there are `count` of them. */
  async published(type: IntegrationEventType, count: number): Promise<any[]> {
    const consumer = await this.nats.jetstream.consumers.get('TOKENS', { filter_subjects: type.subject });
    const events: unknown[] = [];
    while (events.length < count) {
      const message = await consumer.next({ expires: 120_000 });
      if (!message) throw new Error(`only ${events.length} of ${count} ${type.type}`);
      events.push(message.json());
    }
    return events;
  }
}
