import { PRODUCT } from '@candid/contracts';
import { CLOCK, type Clock } from '@candid/platform';
import { correlatedEventsController, provideSubscribers, serviceControllers } from '@candid/platform/messaging';
import { databaseTime, PersistenceModule, provideOutboxRelay, provideProjections } from '@candid/platform/persistence';
import { type DynamicModule, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ChangePhoto } from './application/change-photo.js';
import { DeleteAllPhotos } from './application/delete-all-photos.js';
import { DeletePhoto } from './application/delete-photo.js';
import { FollowAssessments } from './application/follow-assessments.js';
import { MovePhoto } from './application/move-photo.js';
import { PhotoLinks } from './application/photo-links.js';
import { PhotoObjects } from './application/photo-objects.js';
import { PLANNER_RATINGS_MIN } from './application/planner-ratings-min.token.js';
import { TakeInPictures } from './application/take-in-pictures.js';
import { UploadPhotos } from './application/upload-photos.js';
import { LIMITS, type PhotosConfig } from './config.js';
import { ImageProcessPool } from './imaging/image-process-pool.js';
import type { ImageProcessEntry } from './imaging/running-image-process.js';
import { toIntegrationEvent } from './messaging/publish.js';
import { subscribers } from './messaging/subscribers.js';
import { Assessments } from './processes/assessments.js';
import { DeletePhotoProcess } from './processes/delete-photo.process.js';
import { EndAllOfEmptyPlanner } from './processes/end-all-of-empty-planner.process.js';
import { EndAndReturn } from './processes/end-and-return.process.js';
import { MoveToProfile } from './processes/move-to-profile.process.js';
import { ReturnPhoto } from './processes/return-photo.process.js';
import { UploadAndAssess } from './processes/upload-and-assess.process.js';
import { projections } from './projections/all.js';
import { findPhoto } from './projections/photo/found-photo.js';
import { PhotoRow } from './projections/photo/photo.entity.js';
import { PhotoQuery } from './projections/photo/photo.query.js';
import { PhotosController } from './rpc/photos.controller.js';
import { provideObjectStorage } from './storage.provider.js';

const processes = [
  Assessments,
  UploadAndAssess,
  MoveToProfile,
  ReturnPhoto,
  EndAndReturn,
  EndAllOfEmptyPlanner,
  DeletePhotoProcess,
];

@Module({})
export class AppModule implements OnApplicationShutdown {
  constructor(private readonly images: ImageProcessPool) {}

  /** @param parts what tests run with instead: another time, another image process */
  static forRoot(config: PhotosConfig, parts: { clock?: Clock; imageProcess?: ImageProcessEntry } = {}): DynamicModule {
    const { clock = databaseTime, imageProcess } = parts;
    const images = new ImageProcessPool({
      ...imageProcess,
      size: config.IMAGE_PROCESSES,
      waitingMax: config.IMAGES_WAITING_MAX,
      waitingPerPersonMax: config.IMAGES_WAITING_PER_PERSON_MAX,
      pixelsMax: PRODUCT.uploadPixelsMax,
      sidesRatioMax: PRODUCT.uploadSidesRatioMax,
      decodingBytesMax: config.IMAGE_MEMORY_MB * 1024 * 1024,
      renderTimeoutMs: LIMITS.renderTimeoutMs,
      idleMs: LIMITS.imageProcessIdleMs,
    });
    return {
      module: AppModule,
      imports: [PersistenceModule.forRoot({ databaseUrl: config.DATABASE_URL, entities: [PhotoRow] })],
      controllers: [
        PhotosController,
        ...serviceControllers('photos', { toIntegrationEvent, findByUuid: findPhoto }),
        correlatedEventsController('photos'),
      ],
      providers: [
        { provide: CLOCK, useValue: clock },
        { provide: PLANNER_RATINGS_MIN, useValue: config.PLANNER_RATINGS_MIN },
        { provide: ImageProcessPool, useValue: images },
        { provide: PhotoLinks, useValue: new PhotoLinks(config.MEDIA_SIGNING_SECRET, LIMITS.linkLifetimeMs, clock) },
        provideObjectStorage(config),
        PhotoObjects,
        TakeInPictures,
        UploadPhotos,
        ChangePhoto,
        MovePhoto,
        DeletePhoto,
        DeleteAllPhotos,
        FollowAssessments,
        ...processes,
        PhotoQuery,
        ...provideProjections(projections),
        ...provideSubscribers(subscribers),
        provideOutboxRelay(toIntegrationEvent),
      ],
    };
  }

  onApplicationShutdown(): void {
    this.images.close();
  }
}
