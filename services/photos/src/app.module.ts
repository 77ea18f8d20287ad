import { CLOCK, type Clock, databaseUrlsOf } from '@candid/platform';
import { correlatedEventsController, provideSubscribers, serviceControllers } from '@candid/platform/messaging';
import { databaseTime, PersistenceModule, provideOutboxRelay, provideProjections } from '@candid/platform/persistence';
import { type DynamicModule, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DeleteAllPhotos } from './deletion/delete-all-photos.js';
import { DeletePhoto } from './deletion/delete-photo.js';
import { ImageProcessPool } from './imaging/image-process-pool.js';
import type { ImageProcessEntry } from './imaging/running-image-process.js';
import { TakeInPictures } from './imaging/take-in-pictures.js';
import { Assessments } from './kernel/assessments.js';
import {
  FACE_SEARCH_LIMITS,
  FACE_WAIT_MS,
  IS_SCREENED,
  imageProcessLimits,
  LIMITS,
  type PhotosConfig,
  PLANNER_RATINGS_MIN,
} from './kernel/config.js';
import { provideObjectStorage } from './kernel/object-storage.js';
import { findPhoto, ListPhotos, PhotoQuery } from './listing/photos.js';
import { CasePhotos, ReleaseLegalHold } from './moderation/case-photos.js';
import { FollowModeration } from './moderation/moderation-subscribers.js';
import { ChangePhoto } from './photo/change-photo.js';
import { PhotoRow, projections } from './photo/read-model.js';
import { PhotoLinks } from './pictures/photo-links.js';
import { Originals, PhotoObjects } from './pictures/stored-pictures.js';
import { Moves } from './planner/moves.js';
import { toIntegrationEvent } from './processes/publish.js';
import { FollowAssessments, subscribers } from './processes/subscribers.js';
import { FindFace } from './screening/find-face.js';
import { Screener, type ScreeningProcess } from './screening/screener.js';
import { CropAgain } from './upload/crop-again.js';
import { UploadPhotos } from './upload/upload-photos.js';

/** Each class answers the messages of one use case or of a few related ones. */
const useCases = [
  ...[UploadPhotos, CropAgain, ListPhotos, Moves, DeletePhoto],
  ...[FindFace, CasePhotos, ReleaseLegalHold],
];

interface Parts {
  clock?: Clock;
  imageProcess?: ImageProcessEntry;
  screeningProcess?: ScreeningProcess;
  faceWaitMs?: number;
}

@Module({})
export class AppModule implements OnApplicationShutdown {
  constructor(
    private readonly images: ImageProcessPool,
    private readonly faces: Screener,
  ) {}

  /** @param parts replacements for tests */
  static forRoot(config: PhotosConfig, parts: Parts = {}): DynamicModule {
    const { clock = databaseTime, imageProcess, screeningProcess, faceWaitMs = LIMITS.faceWaitMs } = parts;
    const images = new ImageProcessPool({ ...imageProcess, ...imageProcessLimits(config) });
    const faces = new Screener({ ...FACE_SEARCH_LIMITS, ...screeningProcess });
    return {
      module: AppModule,
      imports: [PersistenceModule.forRoot({ ...databaseUrlsOf(config), entities: [PhotoRow] })],
      controllers: [
        ...useCases,
        ...serviceControllers('photos', { toIntegrationEvent, findByUuid: findPhoto }),
        correlatedEventsController('photos'),
      ],
      providers: [
        { provide: CLOCK, useValue: clock },
        { provide: PLANNER_RATINGS_MIN, useValue: config.PLANNER_RATINGS_MIN },
        { provide: IS_SCREENED, useValue: config.SCREENING === 'on' },
        { provide: FACE_WAIT_MS, useValue: config.SCREENING_FACES === 'on' ? faceWaitMs : undefined },
        { provide: PhotoLinks, useValue: new PhotoLinks(config.MEDIA_SIGNING_SECRET, LIMITS.linkLifetimeMs, clock) },
        { provide: ImageProcessPool, useValue: images },
        { provide: Screener, useValue: faces },
        provideObjectStorage(config),
        ...[Assessments, ChangePhoto, PhotoQuery],
        ...[TakeInPictures, PhotoObjects, Originals],
        ...[FollowAssessments, FollowModeration, DeleteAllPhotos],
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
