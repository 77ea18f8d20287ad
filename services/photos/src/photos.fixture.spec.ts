import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type assessmentsEvents,
  consumers,
  type PhotoAssessmentId,
  type PhotoId,
  photosRpc,
  type StoredPhoto,
  type UserId,
} from '@candid/contracts';
import { startService, startWorker } from '@candid/platform';
import { createObjectStorage, type ObjectStorage, type ObjectStorageConfig } from '@candid/platform/object-storage';
import { runMigrations } from '@candid/platform/orm';
import {
  type DataOf,
  eventually,
  jpegWithExif,
  type NatsFixture,
  ServiceFixture,
  type ServiceServers,
} from '@candid/testing';
import { expect } from '@jest/globals';
import { AppModule } from './app.module.js';
import { uncompiledImageProcess } from './imaging/image-process.fixture.spec.js';
import type { WorkerConfig } from './kernel/config.js';
import { migrations } from './migrations/all.js';
import type { ScreeningProcess } from './screening/screener.js';
import { uncompiledScreeningProcess } from './screening/screening-process.fixture.spec.js';
import { WorkerModule } from './worker.module.js';

export { refusalOf } from '@candid/testing';

export const SIGNING_SECRET = 'a secret that signs links';
export type Adapter = 'folder' | 's3';

type Ratings = DataOf<typeof assessmentsEvents.RatingsAccepted>['ratings'];

export const newUserId = () => randomUUID() as UserId;
export const newTestId = () => randomUUID() as PhotoAssessmentId;
export const newPhotoId = () => randomUUID() as PhotoId;

/** Runs the photos service in this process on real PostgreSQL, NATS and object storage. Tests call it over NATS, as the gateway does. */
export class PhotosFixture extends ServiceFixture {
  /** Settings of service and worker that a spec changes before it starts them. */
  settings: Partial<Pick<WorkerConfig, 'SCREENING' | 'SCREENING_FACES' | 'SCREENING_NUDITY' | 'NUDITY_THRESHOLD'>> = {};
  screeningProcess: ScreeningProcess = uncompiledScreeningProcess;
  readonly assessments: AssessmentsDouble;

  private constructor(
    servers: ServiceServers,
    readonly storage: ObjectStorage,
    private readonly storageConfig: ObjectStorageConfig,
    private readonly folder: string,
  ) {
    super(servers);
    this.assessments = new AssessmentsDouble(servers.nats);
  }

  static async start(adapter: Adapter = 'folder'): Promise<PhotosFixture> {
    const folder = await mkdtemp(join(tmpdir(), 'candid-photos-'));
    const storageConfig = adapter === 's3' ? s3Config() : folderConfig(folder);
    const storage = await createObjectStorage(storageConfig);
    await storage.check();
    const servers = await ServiceFixture.startServers('photos', { migrations, runMigrations }, [
      'assessments',
      'identity',
    ]);
    const fixture = new PhotosFixture(servers, storage, storageConfig, folder);
    await fixture.startService();
    return fixture;
  }

  async startService(): Promise<void> {
    const config = {
      ...this.coreConfig(),
      ...this.storageConfig,
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
      // On a slow machine, loading the models and searching a picture without a face take longer than the product waits.
      faceWaitMs: 60_000,
    });
    this.service = await startService(module, { name: 'photos', config });
  }

  async restartService(settings: PhotosFixture['settings']): Promise<void> {
    this.settings = settings;
    await this.service.stop();
    await this.startService();
  }

  /** Starts the worker, which sweeps immediately with the time of the fixture's clock. */
  async startWorker(): Promise<void> {
    const config = {
      ...this.coreConfig(),
      ...this.storageConfig,
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

  /** Runs one whole sweep with the time of the fixture's clock. */
  async sweep(): Promise<void> {
    await this.startWorker();
    const sweeps = this.worker!.platform.metrics.counter('photos_sweeps_total', 'Sweeps that ran to their end');
    await eventually(async () => expect((await sweeps.get()).values[0]?.value).toBe(1));
    await this.stopWorker();
  }

  override async stop(): Promise<void> {
    await super.stop();
    await rm(this.folder, { recursive: true, force: true });
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
}

export const ratingsOf = (...photoIds: PhotoId[]): Ratings =>
  photoIds.map((photoId) => ({ assessmentId: randomUUID(), photoId, isRated: true, consumedTokens: 5 }));

interface Asked {
  message: string;
  payload: Record<string, unknown>;
  /** The idempotency key that the caller sent. */
  key: string | undefined;
}
type Answer = (payload: Record<string, unknown>) => object;

export const nothingEnded = {
  refundTokens: 0,
  givenBackTokens: 0,
  resetOccurred: false,
  photoIds: [],
  eventIds: [],
  resetEventIds: [],
};

/** Stands in for the assessments service. Its default answers are those of a service without running assessments. */
export class AssessmentsDouble {
  readonly asked: Asked[] = [];
  answers!: Record<string, Answer>;
  private stopAnswering: (() => void) | undefined;

  constructor(private readonly nats: NatsFixture) {
    this.reset();
  }

  reset(): void {
    this.asked.length = 0;
    this.answers = {
      endAssessment: () => nothingEnded,
      endAllAssessments: () => nothingEnded,
      calculateRefund: () => ({ refundTokens: 0, isRunning: false }),
      awaitInbox: () => ({ seen: true }),
    };
    this.stopAnswering ??= this.nats.answer('rpc.assessments.>', (payload, { subject, key }) => {
      const message = subject.split('.')[2]!;
      // No test checks these calls: every upload waits for this subscriber, and the comparison of streams runs by a timer.
      const isOfUpload = payload['subscriber'] === consumers.assessments['record-owner-on-photo-uploaded'].name;
      if (!isOfUpload && message !== 'listPublishedIds') this.asked.push({ message, payload, key });
      return this.answers[message]!(payload);
    });
  }

  /** Stops answering, as if no process of the service were running. */
  leave(): void {
    this.stopAnswering?.();
    this.stopAnswering = undefined;
  }
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
