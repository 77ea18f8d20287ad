import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type assessmentsEvents,
  type IntegrationEventType,
  type PhotoAssessmentId,
  type PhotoId,
  photosRpc,
  type RequestContext,
  type StoredPhoto,
  type UserId,
} from '@candid/contracts';
import { type SqlSession, sessionOfClient } from '@candid/event-store';
import { type RpcClient, type RunningProcess, startService, startWorker } from '@candid/platform';
import { createObjectStorage, type ObjectStorage, type ObjectStorageConfig } from '@candid/platform/object-storage';
import { runMigrations } from '@candid/platform/orm';
import {
  eventually,
  jpegWithExif,
  migratedDatabase,
  type NatsFixture,
  natsFixture,
  SignedRpcClient,
  sessionUrlOf,
  startRedisServer,
  testKeys,
} from '@candid/testing';
import { expect } from '@jest/globals';
import pg from 'pg';
import type { z } from 'zod';
import { AppModule } from './app.module.js';
import { AssessmentsDouble } from './assessments-service.fixture.spec.js';
import { uncompiledImageProcess } from './imaging/image-process.fixture.spec.js';
import type { ImageProcessEntry } from './imaging/running-image-process.js';
import type { WorkerConfig } from './kernel/config.js';
import { migrations } from './migrations/all.js';
import { uncompiledScreeningProcess } from './screening/screening-process.fixture.spec.js';
import { WorkerModule } from './worker.module.js';

export const SIGNING_SECRET = 'a secret that signs links';
export type Adapter = 'folder' | 's3';

type PublishedEvent = Record<string, unknown> & { eventId: string };
type DataOf<Type extends IntegrationEventType> = z.input<Type['data']>;
type Ratings = DataOf<typeof assessmentsEvents.RatingsAccepted>['ratings'];

export const newUserId = () => randomUUID() as UserId;
export const newTestId = () => randomUUID() as PhotoAssessmentId;
export const newPhotoId = () => randomUUID() as PhotoId;

/** Runs the photos service in this process on real PostgreSQL, NATS and object storage. Tests call it over NATS, as the gateway does. */
export class PhotosFixture {
  private offsetMs = 0;
  private worker: RunningProcess | undefined;
  /** Settings of service and worker that a spec changes before it starts them. */
  settings: Partial<Pick<WorkerConfig, 'SCREENING' | 'SCREENING_FACES' | 'SCREENING_NUDITY' | 'NUDITY_THRESHOLD'>> = {};
  screeningProcess: ImageProcessEntry = uncompiledScreeningProcess;
  private redis: Awaited<ReturnType<typeof startRedisServer>> | undefined;
  service!: RunningProcess;

  private constructor(
    readonly databaseUrl: string,
    private readonly dropDatabase: () => Promise<void>,
    readonly nats: NatsFixture,
    readonly pool: pg.Pool,
    readonly storage: ObjectStorage,
    private readonly storageConfig: ObjectStorageConfig,
    private readonly folder: string,
  ) {
    this.rpc = new SignedRpcClient(nats.connection);
    this.assessments = new AssessmentsDouble(nats.connection);
  }

  readonly rpc: RpcClient;
  readonly assessments: AssessmentsDouble;

  static async start(adapter: Adapter = 'folder'): Promise<PhotosFixture> {
    const migrated = migratedDatabase({ migrations, runMigrations });
    const [database, nats] = await Promise.all([migrated, natsFixture()]);
    const applicationUrl = database.applicationUrl;
    const folder = await mkdtemp(join(tmpdir(), 'candid-photos-'));
    const storageConfig = adapter === 's3' ? s3Config() : folderConfig(folder);
    const storage = await createObjectStorage(storageConfig);
    await storage.check();
    const pool = new pg.Pool({ connectionString: database.url, max: 3 });
    const drop = (): Promise<void> => database.drop();
    const fixture = new PhotosFixture(applicationUrl, drop, nats, pool, storage, storageConfig, folder);
    // The streams come before the service, whose subscribers look again only after a pause.
    await nats.ensureStreams('assessments', 'identity');
    await fixture.startService();
    return fixture;
  }

  readonly clock = (): Date => new Date(Date.now() + this.offsetMs);

  passTime(ms: number): void {
    this.offsetMs += ms;
  }

  async startService(): Promise<void> {
    const config = {
      ...this.coreConfig(),
      JWT_PUBLIC_KEY: testKeys.JWT_PUBLIC_KEY,
      MEDIA_SIGNING_SECRET: SIGNING_SECRET,
      PLANNER_RATINGS_MIN: 3,
      IMAGE_PROCESSES: 2,
      IMAGE_MEMORY_MB: 512,
      IMAGES_WAITING_PER_PERSON_MAX: 9,
      IMAGES_WAITING_MAX: 256,
      SCREENING: 'on',
      SCREENING_FACES: 'off',
      ...this.settings,
    } as const;
    const module = AppModule.forRoot(config, {
      clock: this.clock,
      imageProcess: uncompiledImageProcess,
      screeningProcess: uncompiledScreeningProcess,
    });
    this.service = await startService(module, { name: 'photos', config });
  }

  async restartService(settings: PhotosFixture['settings']): Promise<void> {
    this.settings = settings;
    await this.service.stop();
    await this.startService();
  }

  /** The worker sweeps at once, at the fixture's time. */
  async startWorker(): Promise<void> {
    this.redis ??= await startRedisServer();
    const config = {
      ...this.coreConfig(),
      REDIS_URL: this.redis.url,
      SWEEP_INTERVAL_MS: 60_000,
      ORPHAN_AGE_MS: 3_600_000,
      SCREENING: 'on',
      SCREENING_FACES: 'off',
      SCREENING_NUDITY: 'off',
      NUDITY_THRESHOLD: 0.8,
      ...this.settings,
    } as const;
    this.worker = await startWorker(
      WorkerModule.forRoot(config, { clock: this.clock, screeningProcess: this.screeningProcess }),
      { name: 'photos', config },
    );
  }

  /** Runs one whole sweep at the fixture's time. */
  async sweep(): Promise<void> {
    await this.startWorker();
    const sweeps = this.worker!.platform.metrics.counter('photos_sweeps_total', 'Sweeps that ran to their end');
    await eventually(async () => expect((await sweeps.get()).values[0]?.value).toBe(1));
    await this.stopWorker();
  }

  async stopWorker(): Promise<void> {
    await this.worker?.stop();
    this.worker = undefined;
  }

  private coreConfig() {
    return {
      NATS_URL: this.nats.url,
      OPS_PORT: 0,
      LOG_LEVEL: 'silent',
      NODE_ENV: 'test',
      DATABASE_URL: sessionUrlOf(this.databaseUrl),
      DATABASE_POOLER: new URL(this.databaseUrl).host,
      ...this.storageConfig,
    } as const;
  }

  async stop(): Promise<void> {
    await this.stopWorker();
    await this.service.stop();
    await this.redis?.stop();
    await this.pool.end();
    await this.nats.stop();
    await this.dropDatabase();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** A session of the database's owner. */
  get session(): SqlSession {
    return sessionOfClient(this.pool);
  }

  context(userId?: UserId, more: Partial<RequestContext> = {}): RequestContext {
    return { requestId: randomUUID(), roles: ['user'], ...(userId && { userId }), ...more };
  }

  /** Stages the bytes as the gateway does with each file of a form. */
  async stage(bytes: Uint8Array): Promise<string> {
    const stagingKey = `incoming/${randomUUID()}`;
    await this.storage.put(stagingKey, bytes, 'application/octet-stream');
    return stagingKey;
  }

  async stageAll(files: { filename: string; bytes: Uint8Array; photoId?: PhotoId }[]) {
    return Promise.all(files.map(async ({ bytes, ...file }) => ({ ...file, stagingKey: await this.stage(bytes) })));
  }

  async keys(prefix: `${string}/`): Promise<string[]> {
    const found: string[] = [];
    for await (const { key } of this.storage.list(prefix)) found.push(key);
    return found.sort();
  }

  /** Uploads small pictures as new photos, to the bank or for a photo assessment. */
  async upload(userId: UserId, count = 1, photoAssessmentId?: PhotoAssessmentId): Promise<StoredPhoto[]> {
    const bytes = await jpegWithExif({ width: 40, height: 50 });
    const files = await this.stageAll(Array.from({ length: count }, () => ({ filename: 'small.jpg', bytes })));
    const place = photoAssessmentId ? { section: 'testing' as const, photoAssessmentId } : { section: 'bank' as const };
    const request = { userId, ...place, files };
    return (await this.rpc.call(photosRpc.uploadPhotos, request, this.context(userId))).photos;
  }

  async list(userId: UserId, section: 'testing' | 'profile' | 'bank' | 'rated' | 'unrated'): Promise<StoredPhoto[]> {
    return (await this.rpc.call(photosRpc.listPhotos, { userId, section }, this.context(userId))).photos;
  }

  async photo(photoId: PhotoId): Promise<StoredPhoto | undefined> {
    return (await this.rpc.call(photosRpc.getPhotos, { photoIds: [photoId] }, this.context())).photos[0];
  }

  eventsOf(streamId: string): Promise<{ type: string; data: any; metadata: any }[]> {
    return this.session.query('select type, data, metadata from events where stream_id = $1 order by stream_version', [
      streamId,
    ]);
  }

  /** Publishes an event as another service's relay does. */
  async publish<Type extends IntegrationEventType>(type: Type, data: DataOf<Type>): Promise<PublishedEvent> {
    const event: PublishedEvent = {
      eventId: randomUUID(),
      type: type.type,
      version: type.version,
      streamId: 'photo-assessment-1',
      streamVersion: 1,
      recordedAt: new Date().toISOString(),
      correlationId: randomUUID(),
      data,
    };
    await this.deliver(type, event);
    return event;
  }

  /** Delivers the event without a message id, so that the server does not recognise it as a repeat. */
  async deliver(type: IntegrationEventType, event: PublishedEvent): Promise<void> {
    await this.nats.jetstream.publish(type.subject, JSON.stringify(event));
  }

  /** Resolves when the subscriber has committed these events. */
  async settled(subscriber: string, ...events: PublishedEvent[]): Promise<void> {
    const eventIds = events.map((event) => event.eventId);
    const request = { subscriber, eventIds, waitMs: 2_000 };
    await eventually(async () => {
      const { seen } = await this.rpc.call(photosRpc.awaitInbox, request, this.context());
      if (!seen) throw new Error(`${subscriber} has not seen ${eventIds.join(', ')}`);
    });
  }

  /** Returns the service's own published events of a type, in order, once `count` of them exist. */
  async published(type: IntegrationEventType, count: number): Promise<any[]> {
    const consumer = await this.nats.jetstream.consumers.get('PHOTOS', { filter_subjects: type.subject });
    const events: unknown[] = [];
    while (events.length < count) {
      const message = await consumer.next({ expires: 120_000 });
      if (!message) throw new Error(`only ${events.length} of ${count} ${type.type}`);
      events.push(message.json());
    }
    return events;
  }
}

export const ratingsOf = (...photoIds: PhotoId[]): Ratings =>
  photoIds.map((photoId) => ({ assessmentId: randomUUID(), photoId, isRated: true, consumedTokens: 5 }));

/** Returns the refusal. Fails if the work was not refused. */
export async function refusalOf(work: Promise<unknown>): Promise<{ code: string; message: string }> {
  const refusal = await work.then(
    () => undefined,
    (error: { code: string; message: string }) => error,
  );
  if (!refusal) throw new Error('not refused');
  return refusal;
}

const folderConfig = (folder: string): ObjectStorageConfig => ({
  OBJECT_STORAGE: pathToFileURL(folder).href,
  S3_REGION: 'us-east-1',
});

const s3Config = (): ObjectStorageConfig => ({
  OBJECT_STORAGE: 's3',
  S3_ENDPOINT: process.env['TEST_S3_ENDPOINT'],
  S3_BUCKET: `photos-${randomUUID()}`,
  S3_ACCESS_KEY: process.env['TEST_S3_ACCESS_KEY'],
  S3_SECRET_KEY: process.env['TEST_S3_SECRET_KEY'],
  S3_REGION: process.env['TEST_S3_REGION'] ?? 'us-east-1',
});
