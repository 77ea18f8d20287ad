import { randomUUID } from 'node:crypto';
import {
  awaitInboxRpc,
  catchUpRpc,
  type IntegrationEventEnvelope,
  type IntegrationEventType,
  type RequestContext,
  type UserId,
} from '@candid/contracts';
import { EventStore, type SqlSession, sessionOfClient } from '@candid/event-store';
import type { RpcClient, RunningProcess } from '@candid/platform';
import type { Msg } from '@nats-io/transport-node';
import pg from 'pg';
import type { z } from 'zod';
import { type Migrations, migratedDatabase, sessionUrlOf, type TestDatabase } from './database.js';
import { eventually } from './eventually.js';
import { type NatsFixture, natsFixture, startRedisServer, type TestServer } from './servers.js';
import type { ServiceName } from './service-database.js';
import { SignedRpcClient, testKeys } from './signed-callers.js';

export type DataOf<Type extends IntegrationEventType> = z.input<Type['data']>;

export interface ServiceServers {
  service: ServiceName;
  database: TestDatabase;
  nats: NatsFixture;
  redis: TestServer;
}

/** Maximum number of events that one `awaitInbox` waits for. */
const AWAITED_MAX = 32;

/** A service and its worker in this process on real PostgreSQL, NATS and Redis. Specs call it over NATS, as the gateway does. */
export abstract class ServiceFixture {
  private readonly name: ServiceName;
  private readonly testDatabase: TestDatabase;
  private offsetMs = 0;
  private stoppedAtMs: number | undefined;
  private readonly liveEvents: Msg[] = [];
  readonly nats: NatsFixture;
  readonly redis: TestServer;
  readonly rpc: RpcClient;
  readonly pool: pg.Pool;
  readonly store: EventStore;
  service!: RunningProcess;
  worker: RunningProcess | undefined;

  constructor({ service, database, nats, redis }: ServiceServers) {
    this.name = service;
    this.testDatabase = database;
    this.nats = nats;
    this.redis = redis;
    const callback = (_: unknown, message: Msg) => void this.liveEvents.push(message);
    nats.connection.subscribe(`live.${service}.>`, { callback });
    this.rpc = new SignedRpcClient(nats.connection);
    this.pool = new pg.Pool({ connectionString: database.url, max: 4 });
    this.store = new EventStore({ pool: new pg.Pool({ connectionString: database.applicationUrl, max: 4 }) });
  }

  /** @param sources services whose streams must exist before the start, because a failed subscriber retries late */
  protected static async startServers(
    service: ServiceName,
    schema: Migrations,
    sources: readonly ServiceName[],
  ): Promise<ServiceServers> {
    const [database, nats, redis] = await Promise.all([migratedDatabase(schema), natsFixture(), startRedisServer()]);
    await nats.ensureStreams(...sources);
    return { service, database, nats, redis };
  }

  abstract startService(): Promise<void>;

  async stopWorker(): Promise<void> {
    await this.worker?.stop();
    this.worker = undefined;
  }

  async stop(): Promise<void> {
    await this.stopWorker();
    await this.service.stop();
    await Promise.all([this.store.pool.end(), this.pool.end()]);
    await Promise.all([this.nats.stop(), this.redis.stop()]);
    await this.testDatabase.drop();
  }

  coreConfig() {
    return {
      NATS_URL: this.nats.url,
      REDIS_URL: this.redis.url,
      OPS_PORT: 0,
      LOG_LEVEL: 'silent',
      NODE_ENV: 'test',
      JWT_PUBLIC_KEY: testKeys.JWT_PUBLIC_KEY,
      DATABASE_URL: sessionUrlOf(this.databaseUrl),
      DATABASE_POOLER: new URL(this.databaseUrl).host,
    } as const;
  }

  get databaseUrl(): string {
    return this.testDatabase.applicationUrl;
  }

  get ownerUrl(): string {
    return this.testDatabase.url;
  }

  get session(): SqlSession {
    return sessionOfClient(this.pool);
  }

  readonly clock = (): Date => new Date((this.stoppedAtMs ?? Date.now()) + this.offsetMs);

  /** Moves the clock of the service and its worker forward, not that of the database. */
  passTime(ms: number): void {
    this.offsetMs += ms;
  }

  /** Sets the clock of the service and its worker to that of the database again. */
  returnToPresent(): void {
    this.offsetMs = 0;
  }

  stopTime(): () => void {
    this.stoppedAtMs = Date.now();
    return () => {
      this.stoppedAtMs = undefined;
    };
  }

  /** Returns the context of a person's call. If `userId` is undefined, the caller is any person with these roles. */
  context(userId?: string, more: Partial<RequestContext> = {}): RequestContext {
    return { requestId: randomUUID(), roles: ['user'], ...(userId && { userId: userId as UserId }), ...more };
  }

  eventsOf(streamId: string): Promise<{ type: string; data: any; metadata: any }[]> {
    const sql = 'select type, data, metadata from events where stream_id = $1 order by stream_version';
    return this.session.query(sql, [streamId]);
  }

  async publish<Type extends IntegrationEventType>(
    type: Type,
    data: DataOf<Type>,
    streamId: string = randomUUID(),
    streamVersion = 1,
    recordedAt = this.clock(),
  ): Promise<IntegrationEventEnvelope> {
    const event = { ...this.eventOf(type, data), streamId, streamVersion, recordedAt: recordedAt.toISOString() };
    await this.deliver(type, event);
    return event;
  }

  eventOf({ type, version }: IntegrationEventType, data: unknown): IntegrationEventEnvelope {
    return {
      ...{ eventId: randomUUID(), type, version, streamId: randomUUID(), streamVersion: 1 },
      ...{ recordedAt: this.clock().toISOString(), correlationId: randomUUID(), data },
    };
  }

  /** Publishes an event without a message id, so that the server does not drop a repeated event. */
  async deliver({ subject }: IntegrationEventType, event: IntegrationEventEnvelope): Promise<void> {
    await this.nats.jetstream.publish(subject, JSON.stringify(event));
  }

  async settled(subscriber: string, ...events: { eventId: string }[]): Promise<void> {
    for (let first = 0; first < events.length; first += AWAITED_MAX) {
      const eventIds = events.slice(first, first + AWAITED_MAX).map(({ eventId }) => eventId);
      await eventually(async () => {
        const request = { subscriber, eventIds, waitMs: 2_000 };
        const { seen } = await this.rpc.call(awaitInboxRpc(this.name), request, asService());
        if (!seen) throw new Error(`${subscriber} has not seen ${eventIds.join(', ')}`);
      });
    }
  }

  /** Resolves when the read models contain all commits. The gateway waits likewise before it passes on a refusal. */
  async caughtUp(): Promise<void> {
    const request = { sources: [], work: false, waitMs: 2_000 };
    await eventually(async () => {
      const { caughtUp } = await this.rpc.call(catchUpRpc(this.name), request, asService());
      if (!caughtUp) throw new Error('the read models do not show everything yet');
    });
  }

  async published(type: IntegrationEventType, count: number): Promise<any[]> {
    return this.publishedUntil(type, (events) => events.length >= count, `${count} ${type.type}`);
  }

  async publishedEvent(type: IntegrationEventType, eventId: string): Promise<any> {
    const isFound = (events: any[]) => events.at(-1)?.eventId === eventId;
    return (await this.publishedUntil(type, isFound, `${type.type} ${eventId}`)).at(-1);
  }

  private async publishedUntil(
    { subject, isLive }: IntegrationEventType,
    isEnough: (events: any[]) => boolean,
    wanted: string,
  ): Promise<any[]> {
    if (isLive)
      return eventually(async () => {
        const all = this.liveEvents.filter((message) => message.subject === subject).map((message) => message.json());
        const last = all.findIndex((_, index) => isEnough(all.slice(0, index + 1)));
        if (last < 0) throw new Error(`waited for ${wanted}, and heard ${all.length} events`);
        return all.slice(0, last + 1);
      });
    const consumer = await this.nats.jetstream.consumers.get(this.name.toUpperCase(), { filter_subjects: subject });
    const events: any[] = [];
    while (!isEnough(events)) {
      const message = await consumer.next({ expires: 120_000 });
      if (!message) throw new Error(`waited for ${wanted}, and found ${events.length} events`);
      events.push(message.json());
    }
    return events;
  }
}

const asService = (): RequestContext => ({ requestId: randomUUID(), roles: [] });

export async function refusalOf(work: Promise<unknown>): Promise<{ code: string; message: string; details?: unknown }> {
  const refusal = await work.then(
    () => undefined,
    (error: { code: string; message: string }) => error,
  );
  if (!refusal) throw new Error('not refused');
  return refusal;
}
