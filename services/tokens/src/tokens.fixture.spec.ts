import { randomUUID } from 'node:crypto';
import {
  assessmentsEvents,
  type IntegrationEventEnvelope,
  type IntegrationEventType,
  identityEvents,
  PRODUCT,
  publishedEventsRpc,
  tokensRpc,
  type UserId,
} from '@candid/contracts';
import { startService, startWorker } from '@candid/platform';
import { type Database, runMigrations } from '@candid/platform/orm';
import { type DataOf, ServiceFixture, type ServiceServers } from '@candid/testing';
import type { z } from 'zod';
import { AppModule } from './app.module.js';
import type { PaymentConfig } from './kernel/config.js';
import { compareWithEvents } from './ledger/compare-with-events.js';
import { connectDatabase } from './ledger/ledger.fixture.spec.js';
import { transferIdOf } from './ledger/transfer.js';
import { migrations } from './migrations/all.js';
import { WorkerModule } from './worker.module.js';

export interface Settings extends PaymentConfig {
  WELCOME_GRANT_TOKENS: number;
  /** If undefined, the cap depends on the number of active people. */
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

/** An assessment as the assessments service would make it. The test publishes its events. */
export interface StartedTest {
  ownerId: UserId;
  holdId: string;
  photoAssessmentId: string;
  assessmentIds: string[];
  amountTokens: number;
}

interface Fate {
  /** A lost event is listed as published, but nobody receives it. */
  isLost?: boolean;
}

/** The tokens service and its worker in this process, with real PostgreSQL, NATS and Redis, called over NATS. */
export class TokensFixture extends ServiceFixture {
  private readonly owned: ReturnType<typeof connectDatabase>;
  private readonly told: IntegrationEventEnvelope[] = [];
  /** Keyed by the event that the request caused. */
  private readonly requests = new Map<string, string>();

  private constructor(
    servers: ServiceServers,
    private readonly settings: Settings,
  ) {
    super(servers);
    this.owned = connectDatabase(servers.database.url);
  }

  static async start(settings: Partial<Settings> = {}): Promise<TokensFixture> {
    const schema = { migrations, runMigrations };
    const servers = await ServiceFixture.startServers('tokens', schema, ['identity', 'assessments']);
    const fixture = new TokensFixture(servers, { ...defaults, ...settings });
    await fixture.startService();
    return fixture;
  }

  /** Has the rights of the database's owner, like `pool`. */
  get database(): Database {
    return this.owned.database;
  }

  override async stop(): Promise<void> {
    await this.owned.end();
    await super.stop();
  }

  private config() {
    return { ...this.coreConfig(), ...this.settings };
  }

  async startService(): Promise<void> {
    const config = this.config();
    this.service = await startService(AppModule.forRoot(config, this.clock), { name: 'tokens', config });
  }

  async startWorker(): Promise<void> {
    const config = {
      ...this.config(),
      HOLD_SWEEP_INTERVAL_MS: 100,
      RECONCILIATION_INTERVAL_MS: 3_600_000,
    };
    this.worker = await startWorker(WorkerModule.forRoot(config, this.clock), { name: 'tokens', config });
  }

  /** Settings for another process of the service or its worker. */
  environment(): Record<string, string> {
    const settings = { ...this.config(), HOLD_SWEEP_INTERVAL_MS: 100 };
    return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]));
  }

  async workerMetrics(): Promise<string> {
    return this.worker!.platform.metrics.registry.metrics();
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

  /** Number of transfers with the key: 0 or 1. */
  async transfersOf(idempotencyKey: string): Promise<number> {
    const { rowCount } = await this.pool.query('select from transfers where transfer_id = $1', [
      transferIdOf(idempotencyKey),
    ]);
    return rowCount!;
  }

  /** Returns postings that do not sum to zero, and rows that differ from the events. */
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

  /** A hold for two photos with four assessors each, or for a given number of assessments of 20 tokens. */
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
    fate?: Fate,
  ): Promise<IntegrationEventEnvelope> {
    const data = {
      ...{ photoAssessmentId, userId: ownerId, isFirstAssessment: true, holdId, startedAt: this.clock().toISOString() },
      assessments: assessmentIds.map((assessmentId) => ({
        ...{ assessmentId, photoId: randomUUID(), testLimit: 4, amountTokens: 20 },
      })),
    };
    return this.tell(assessmentsEvents.PhotoAssessmentStarted, data, fate);
  }

  publishRatings(
    test: StartedTest,
    assessorId: string,
    rewardTokens = 20,
    submissionId: string = randomUUID(),
    fate?: Fate,
  ) {
    const data = {
      ...{ submissionId, photoAssessmentId: test.photoAssessmentId, userId: test.ownerId, assessorId, rewardTokens },
      acceptedAt: this.clock().toISOString(),
      ratings: test.assessmentIds.map((assessmentId) => ({
        ...{ assessmentId, photoId: randomUUID(), isRated: true, consumedTokens: 5 },
      })),
    };
    return this.tell(assessmentsEvents.RatingsAccepted, data, fate);
  }

  publishEnd({ ownerId, photoAssessmentId }: StartedTest, assessmentId: string, refundTokens: number, fate?: Fate) {
    const data = { assessmentId, photoId: randomUUID(), photoAssessmentId, userId: ownerId, refundTokens };
    return this.tell(assessmentsEvents.AssessedPhotoEnded, data, fate);
  }

  /** Publishes the event, and lists it as published by the assessments service. */
  override async publish<Type extends IntegrationEventType>(
    type: Type,
    data: DataOf<Type>,
  ): Promise<IntegrationEventEnvelope> {
    const event = this.lose(type, data);
    await this.deliver(type, event);
    return event;
  }

  private async tell<Type extends IntegrationEventType>(type: Type, data: DataOf<Type>, { isLost = false }: Fate = {}) {
    return isLost ? this.lose(type, data) : this.publish(type, data);
  }

  /** Lists the event as published, but nobody receives it. */
  lose<Type extends IntegrationEventType>(type: Type, data: DataOf<Type>): IntegrationEventEnvelope {
    const event = this.eventOf(type, data);
    this.told.push(event);
    this.requests.set(event.eventId, event.correlationId);
    return event;
  }

  /** Hides from the ledger that the assessments service published the event, until the returned function is called. */
  deny(event: IntegrationEventEnvelope): () => void {
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
    this.nats.answer(publishedEventsRpc('assessments').subject, ({ types, cursor: after, limit }) => {
      const from = Number(after ?? 0);
      const looked = this.told.slice(from, from + limit);
      const events = looked.filter(({ type }) => types.includes(type));
      const cursor = looked.length + from === 0 ? null : String(from + looked.length);
      return { events, cursor, isLast: looked.length < limit };
    });
  }
}
