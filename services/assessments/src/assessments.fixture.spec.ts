import { randomUUID } from 'node:crypto';
import {
  type AssessmentSettings,
  assessmentsRpc,
  type IntegrationEventType,
  identityEvents,
  type PhotoId,
  PRODUCT,
  photosEvents,
  type RequestContext,
  type TestId,
  type UserId,
} from '@candid/contracts';
import { EventStore, type SqlSession, sessionOfClient } from '@candid/event-store';
import { ensureStream, RpcClient, type RunningProcess, startService, startWorker } from '@candid/platform';
import { runMigrations } from '@candid/platform/orm';
import { createDatabase, type NatsFixture, natsFixture, redisFixture, type TestServer } from '@candid/testing';
import pg from 'pg';
import type { z } from 'zod';
import { AppModule } from './app.module.js';
import * as deciders from './application/deciders.js';
import { identified } from './application/streams.js';
import { migrations } from './migrations/all.js';
import { WorkerModule } from './worker.module.js';

export const newUserId = () => randomUUID() as UserId;

export const settings: AssessmentSettings = {
  testLimit: 4,
  ratingRequired: true,
  commentsRequired: true,
  commentsNegative: true,
  commentsSelected: [],
  minComments: 1,
};

type PublishedEvent = Record<string, unknown> & { eventId: string };
type DataOf<Type extends IntegrationEventType> = z.input<Type['data']>;

export interface OwnTest {
  ownerId: UserId;
  testId: TestId;
  photoIds: PhotoId[];
}

/** The assessments service in this process on real PostgreSQL, NATS and Redis, asked over NATS as the gateway asks it. */
export class AssessmentsFixture {
  private offsetMs = 0;
  service!: RunningProcess;
  private worker: RunningProcess | undefined;

  private constructor(
    readonly databaseUrl: string,
    private readonly dropDatabase: () => Promise<void>,
    readonly nats: NatsFixture,
    readonly redis: TestServer,
    private readonly pool: pg.Pool,
    /** Appends as the application role does, beside the service. */
    readonly store: EventStore,
    readonly rpc: RpcClient,
  ) {}

  static async start(): Promise<AssessmentsFixture> {
    const [database, nats, redis] = await Promise.all([createDatabase(), natsFixture(), redisFixture()]);
    const applicationUrl = database.applicationUrl;
    await runMigrations({ migrationUrl: database.url, applicationUrl, migrations });
    const pool = new pg.Pool({ connectionString: database.url, max: 4 });
    const store = new EventStore({ pool: new pg.Pool({ connectionString: applicationUrl, max: 2 }) });
    const drop = (): Promise<void> => database.drop();
    const rpc = new RpcClient(nats.connection);
    const fixture = new AssessmentsFixture(applicationUrl, drop, nats, redis, pool, store, rpc);
    await fixture.startService();
    for (const service of ['identity', 'photos'])
      await ensureStream(fixture.service.platform.jetstreamManager, service);
    return fixture;
  }

  readonly clock = (): Date => new Date(Date.now() + this.offsetMs);

  /** Of the service and its worker. */
  passTime(ms: number): void {
    this.offsetMs += ms;
  }

  async startService(): Promise<void> {
    const config = this.coreConfig();
    this.service = await startService(AppModule.forRoot(config, this.clock), { name: 'assessments', config });
  }

  async startWorker(): Promise<void> {
    const config = { ...this.coreConfig(), REDIS_URL: this.redis.url, SWEEP_INTERVAL_MS: 100 };
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
      LOG_LEVEL: 'silent',
      NODE_ENV: 'test',
      DATABASE_URL: this.databaseUrl,
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

  /** As the owner of the database. */
  get session(): SqlSession {
    return sessionOfClient(this.pool);
  }

  context(userId?: UserId, more: Partial<RequestContext> = {}): RequestContext {
    return { requestId: randomUUID(), roles: ['user'], ...(userId && { userId }), ...more };
  }

  /**
   * The state that `openStart` leaves behind once the tokens are held, written by the service's own decisions; the holding
   * itself needs the tokens service, which is another process.
   */
  async openedTest(ownerId = newUserId(), photoCount = 2, wanted: Partial<AssessmentSettings> = {}): Promise<OwnTest> {
    const at = this.clock().toISOString();
    const assessments = Array.from({ length: photoCount }, () => ({
      assessmentId: randomUUID(),
      photoId: randomUUID(),
    }));
    const photoIds = assessments.map(({ photoId }) => photoId);
    const testId = randomUUID();
    const history = await this.store.load(`owner-${ownerId}`);
    const owner = (history as any[]).reduce(deciders.owner.evolve, deciders.owner.initialState());
    const isFirstAssessment = owner.firstAssessment === null;
    const ownerEvents = deciders.owner.decide({ type: 'ReserveStart', ownerId, testId, photoIds, at }, owner);
    const open = {
      type: 'OpenStart',
      testId,
      ownerId,
      holdId: randomUUID(),
      isFirstAssessment,
      assessments,
      at,
    } as const;
    const testEvents = deciders.test.decide(
      { ...open, settings: { ...settings, ...wanted } },
      deciders.test.initialState(),
    );
    await this.store.append({
      streams: [
        { streamId: `test-${testId}`, expectedVersion: 0, events: identified(testEvents) },
        { streamId: `owner-${ownerId}`, expectedVersion: history.length, events: identified(ownerEvents) },
      ],
      metadata: { correlationId: randomUUID() },
    });
    for (const photoId of photoIds) {
      await this.publish(photosEvents.PhotoUploaded, { photoId, userId: ownerId, testId }, `photo-${photoId}`, 1);
    }
    return { ownerId, testId: testId as TestId, photoIds: photoIds as PhotoId[] };
  }

  async startedTest(ownerId = newUserId(), photoCount = 2, wanted: Partial<AssessmentSettings> = {}): Promise<OwnTest> {
    const test = await this.openedTest(ownerId, photoCount, wanted);
    await this.rpc.call(assessmentsRpc.confirmStart, { userId: ownerId, testId: test.testId }, this.context(ownerId));
    return test;
  }

  /** An owner who has been through the first assessment and made a first profile of its first photo. */
  async onboardedOwner(): Promise<{ ownerId: UserId; firstTest: OwnTest }> {
    const firstTest = await this.startedTest();
    const { ownerId, photoIds } = firstTest;
    for (const raterId of await this.assessors(PRODUCT.firstAssessmentAssessors)) await this.submit(firstTest, raterId);
    const placed = await this.publish(
      photosEvents.PhotoPlacedInProfile,
      { photoId: photoIds[0]!, userId: ownerId, wasFirstProfileSet: true },
      `photo-${photoIds[0]}`,
      2,
    );
    const returned = await this.publish(
      photosEvents.PhotoReturnedToBank,
      { photoId: photoIds[1]!, userId: ownerId, wasInProfile: false },
      `photo-${photoIds[1]}`,
      2,
    );
    await this.settled('flag-on-photo-placed-in-profile', placed);
    await this.settled('return-on-photo-returned-to-bank', returned);
    return { ownerId, firstTest };
  }

  async assessors(count: number, country: string | null = null): Promise<UserId[]> {
    const userIds = Array.from({ length: count }, newUserId);
    const approved = [];
    const located = [];
    for (const userId of userIds) {
      approved.push(await this.publish(identityEvents.AssessorApproved, { userId, passkeyName: 'beta' }));
      if (country) located.push(await this.publish(identityEvents.UserRegistered, { userId, country }));
    }
    await this.settled('allow-on-assessor-approved', ...approved);
    if (country) await this.settled('locate-on-user-registered', ...located);
    return userIds;
  }

  ratingsFor(photoIds: readonly PhotoId[], score = 14) {
    return photoIds.map((photoId) => ({ photoId, rating: score, comments: [[7, 45, 16]] }));
  }

  submit(test: OwnTest, raterId: UserId, { score = 14, key }: { score?: number; key?: string } = {}) {
    const request = { raterId, ownerId: test.ownerId, ratings: this.ratingsFor(test.photoIds, score) };
    const idempotency = key === undefined ? {} : { idempotency: { key, fingerprint: String(score) } };
    return this.rpc.call(assessmentsRpc.submitRatings, request, this.context(raterId, idempotency));
  }

  rate(ownerId: UserId, raterId: UserId, ratings: ReturnType<AssessmentsFixture['ratingsFor']>) {
    return this.rpc.call(assessmentsRpc.submitRatings, { raterId, ownerId, ratings }, this.context(raterId));
  }

  open(assessorId: UserId, ownerId: UserId) {
    return this.rpc.call(assessmentsRpc.openTest, { assessorId, ownerId }, this.context(assessorId));
  }

  async feed(assessorId: UserId, after?: string) {
    const request = { assessorId, ...(after !== undefined && { after }) };
    return this.rpc.call(assessmentsRpc.listFeed, request, this.context(assessorId));
  }

  async assessmentsOf(photoIds: PhotoId[]) {
    const { assessments } = await this.rpc.call(assessmentsRpc.getPhotoAssessments, { photoIds }, this.context());
    return assessments;
  }

  end(ownerId: UserId, photoId: PhotoId, more: { removing?: boolean; leavesPlanner?: boolean; key?: string } = {}) {
    const { key, ...wanted } = more;
    const idempotency = key === undefined ? {} : { idempotency: { key, fingerprint: '' } };
    const request = { userId: ownerId, photoId, ...wanted };
    return this.rpc.call(assessmentsRpc.endAssessment, request, this.context(ownerId, idempotency));
  }

  eventsOf(streamId: string): Promise<{ type: string; data: any }[]> {
    return this.session.query('select type, data from events where stream_id = $1 order by stream_version', [streamId]);
  }

  /** As another service's relay does. */
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

  /** Again, past the server's own dedupe. */
  async deliver(type: IntegrationEventType, event: PublishedEvent): Promise<void> {
    await this.service.platform.jetstream.publish(type.subject, JSON.stringify(event));
  }

  /** Resolves when the subscriber has committed these events. */
  async settled(subscriber: string, ...events: PublishedEvent[]): Promise<void> {
    for (let first = 0; first < events.length; first += 32) {
      const eventIds = events.slice(first, first + 32).map((event) => event.eventId);
      const request = { subscriber, eventIds, waitMs: 2_000 };
      const { seen } = await this.rpc.call(assessmentsRpc.awaitInbox, request, this.context());
      if (!seen) throw new Error(`${subscriber} has not seen ${eventIds.join(', ')}`);
    }
  }

  /** The service's own published events of a type, in order, once there are `count` of them. */
  async published(type: IntegrationEventType, count: number): Promise<any[]> {
    const { jetstream } = this.service.platform;
    const consumer = await jetstream.consumers.get('ASSESSMENTS', { filter_subjects: type.subject });
    const events: unknown[] = [];
    while (events.length < count) {
      const message = await consumer.next({ expires: 5_000 });
      if (!message) throw new Error(`only ${events.length} of ${count} ${type.type}`);
      events.push(message.json());
    }
    return events;
  }
}

/** The refusal; fails where the work was not refused. */
export async function refusalOf(work: Promise<unknown>): Promise<{ code: string; message: string; details?: unknown }> {
  const refusal = await work.then(
    () => undefined,
    (error: { code: string; message: string }) => error,
  );
  if (!refusal) throw new Error('not refused');
  return refusal;
}
