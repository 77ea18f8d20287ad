import { PRODUCT } from '@candid/contracts';
import { CLOCK, type Clock, databaseUrlsOf } from '@candid/platform';
import { correlatedEventsController, provideSubscribers, serviceControllers } from '@candid/platform/messaging';
import { databaseTime, PersistenceModule, provideOutboxRelay, provideProjections } from '@candid/platform/persistence';
import { type DynamicModule, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Assessments } from './assessments/assessments.js';
import { FollowAssessments } from './assessments/follow-assessments.js';
import { LIMITS, type PhotosConfig } from './config.js';
import { DeleteAllPhotos } from './deletion/delete-all-photos.js';
import { DeletePhoto } from './deletion/delete-photo.js';
import { DeletePhotoProcess } from './deletion/delete-photo.process.js';
import { ImageProcessPool } from './imaging/image-process-pool.js';
import type { ImageProcessEntry } from './imaging/running-image-process.js';
import { findPhoto } from './listing/found-photo.js';
import { PhotoRow } from './listing/photo.entity.js';
import { PhotoQuery } from './listing/photo.query.js';
import { toIntegrationEvent } from './messaging/publish.js';
import { subscribers } from './messaging/subscribers.js';
import { CasePhotos } from './moderation/case-photos.js';
import { FollowModeration } from './moderation/follow-moderation.js';
import { ReleaseLegalHold } from './moderation/release-legal-hold.js';
import { EndAllOfEmptyPlanner } from './moves/end-all-of-empty-planner.process.js';
import { EndAndReturn } from './moves/end-and-return.process.js';
import { MovePhoto } from './moves/move-photo.js';
import { MoveToProfile } from './moves/move-to-profile.process.js';
import { ReturnPhoto } from './moves/return-photo.process.js';
import { ChangePhoto } from './photo/change-photo.js';
import { PLANNER_RATINGS_MIN } from './photo/planner-ratings-min.token.js';
import { projections } from './projections.js';
import { PhotosController } from './rpc/photos.controller.js';
import { FindFace } from './screening/find-face.js';
import { IS_SCREENED, LOOKS_FOR_FACES } from './screening/is-screened.token.js';
import { Screener } from './screening/screener.js';
import { Originals } from './storage/originals.js';
import { PhotoLinks } from './storage/photo-links.js';
import { PhotoObjects } from './storage/photo-objects.js';
import { provideObjectStorage } from './storage/storage.provider.js';
import { CropAgain } from './upload/crop-again.process.js';
import { PreviewPictures } from './upload/preview-pictures.js';
import { ReplacePhoto } from './upload/replace-photo.js';
import { TakeInPictures } from './upload/take-in-pictures.js';
import { UploadAndAssess } from './upload/upload-and-assess.process.js';
import { UploadPhotos } from './upload/upload-photos.js';

const processes = [
  Assessments,
  UploadAndAssess,
  CropAgain,
  MoveToProfile,
  ReturnPhoto,
  EndAndReturn,
  EndAllOfEmptyPlanner,
  DeletePhotoProcess,
];

interface Parts {
  clock?: Clock;
  imageProcess?: ImageProcessEntry;
  screeningProcess?: ImageProcessEntry;
}

@Module({})
export class AppModule implements OnApplicationShutdown {
  constructor(
    private readonly images: ImageProcessPool,
    private readonly faces: Screener,
  ) {}

  /** @param parts replacements for tests */
  static forRoot(config: PhotosConfig, parts: Parts = {}): DynamicModule {
    const { clock = databaseTime, imageProcess, screeningProcess } = parts;
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
    const faces = new Screener({
      ...screeningProcess,
      timeoutMs: LIMITS.screeningTimeoutMs,
      bytesMax: LIMITS.faceBytesMax,
      idleMs: LIMITS.screeningIdleMs,
      waitingMax: LIMITS.facePicturesWaitingMax,
      waitingPerPersonMax: 1,
    });
    return {
      module: AppModule,
      imports: [PersistenceModule.forRoot({ ...databaseUrlsOf(config), entities: [PhotoRow] })],
      controllers: [
        PhotosController,
        ...serviceControllers('photos', { toIntegrationEvent, findByUuid: findPhoto }),
        correlatedEventsController('photos'),
      ],
      providers: [
        { provide: CLOCK, useValue: clock },
        { provide: PLANNER_RATINGS_MIN, useValue: config.PLANNER_RATINGS_MIN },
        { provide: IS_SCREENED, useValue: config.SCREENING === 'on' },
        { provide: LOOKS_FOR_FACES, useValue: config.SCREENING_FACES === 'on' },
        { provide: Screener, useValue: faces },
        FindFace,
        { provide: ImageProcessPool, useValue: images },
        { provide: PhotoLinks, useValue: new PhotoLinks(config.MEDIA_SIGNING_SECRET, LIMITS.linkLifetimeMs, clock) },
        provideObjectStorage(config),
        PhotoObjects,
        Originals,
        TakeInPictures,
        PreviewPictures,
        ReplacePhoto,
        UploadPhotos,
        ChangePhoto,
        MovePhoto,
        DeletePhoto,
        DeleteAllPhotos,
        FollowAssessments,
        FollowModeration,
        CasePhotos,
        ReleaseLegalHold,
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
    this.faces.close();
  }
}
