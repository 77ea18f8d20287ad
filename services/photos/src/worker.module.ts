import { CLOCK, type Clock, databaseUrlsOf } from '@candid/platform';
import { provideProcessors } from '@candid/platform/jobs';
import { databaseTime, PersistenceModule } from '@candid/platform/persistence';
import { type DynamicModule, Module, type OnApplicationShutdown } from '@nestjs/common';
import { GiveUpWaiting } from './assessments/give-up-waiting.js';
import { LIMITS, WORKER_CONFIG, type WorkerConfig } from './config.js';
import { DeleteAllPhotos } from './deletion/delete-all-photos.js';
import { DeleteAllPhotosProcessor } from './deletion/delete-all-photos.processor.js';
import type { ImageProcessEntry } from './imaging/running-image-process.js';
import { PhotoRow } from './listing/photo.entity.js';
import { PhotoQuery } from './listing/photo.query.js';
import { PlacePicturesProcessor } from './moderation/place-pictures.processor.js';
import { PurgePicturesProcessor } from './moderation/purge-pictures.processor.js';
import { ScreenPhotoProcessor } from './screening/screen-photo.processor.js';
import { Screener } from './screening/screener.js';
import { PlacePictures } from './storage/place-pictures.js';
import { RemoveImagesProcessor } from './storage/remove-images.processor.js';
import { provideObjectStorage } from './storage/storage.provider.js';
import { SweepSchedule } from './storage/sweep.schedule.js';

interface Parts {
  clock?: Clock;
  screeningProcess?: ImageProcessEntry;
}

const PROCESSORS = [
  RemoveImagesProcessor,
  DeleteAllPhotosProcessor,
  PlacePicturesProcessor,
  PurgePicturesProcessor,
  ScreenPhotoProcessor,
];

@Module({})
export class WorkerModule implements OnApplicationShutdown {
  constructor(private readonly screener: Screener) {}

  /** @param parts replacements for tests */
  static forRoot(config: WorkerConfig, parts: Parts = {}): DynamicModule {
    const { clock = databaseTime, screeningProcess } = parts;
    const screener = new Screener({
      ...screeningProcess,
      timeoutMs: LIMITS.screeningTimeoutMs,
      bytesMax: LIMITS.screeningBytesMax,
      idleMs: LIMITS.screeningIdleMs,
      waitingMax: 1,
      waitingPerPersonMax: 1,
    });
    return {
      module: WorkerModule,
      imports: [PersistenceModule.forRoot({ ...databaseUrlsOf(config), entities: [PhotoRow] })],
      providers: [
        { provide: CLOCK, useValue: clock },
        { provide: WORKER_CONFIG, useValue: config },
        { provide: Screener, useValue: screener },
        provideObjectStorage(config),
        PhotoQuery,
        GiveUpWaiting,
        DeleteAllPhotos,
        PlacePictures,
        SweepSchedule,
        ...provideProcessors(PROCESSORS, { redisUrl: config.REDIS_URL }),
      ],
    };
  }

  onApplicationShutdown(): void {
    this.screener.close();
  }
}
