import { CLOCK, type Clock, databaseUrlsOf } from '@candid/platform';
import { provideProcessors } from '@candid/platform/jobs';
import { databaseTime, PersistenceModule } from '@candid/platform/persistence';
import { type DynamicModule, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DeleteAllPhotos, DeleteAllPhotosProcessor } from './deletion/delete-all-photos.js';
import { PurgePicturesProcessor } from './deletion/delete-photo.js';
import { SCREENING_LIMITS, WORKER_CONFIG, type WorkerConfig } from './kernel/config.js';
import { provideObjectStorage } from './kernel/object-storage.js';
import { PhotoRow } from './photo/read-model.js';
import { PlacePicturesProcessor } from './pictures/place-pictures.js';
import { SweepSchedule } from './processes/sweep.js';
import { ScreenPhotoProcessor } from './screening/screen-photo.js';
import { Screener, type ScreeningProcess } from './screening/screener.js';

interface Parts {
  clock?: Clock;
  screeningProcess?: ScreeningProcess;
}

const processors = [DeleteAllPhotosProcessor, PlacePicturesProcessor, PurgePicturesProcessor, ScreenPhotoProcessor];

@Module({})
export class WorkerModule implements OnApplicationShutdown {
  constructor(private readonly screener: Screener) {}

  /** @param parts replacements for tests */
  static forRoot(config: WorkerConfig, parts: Parts = {}): DynamicModule {
    const { clock = databaseTime, screeningProcess } = parts;
    return {
      module: WorkerModule,
      imports: [PersistenceModule.forRoot({ ...databaseUrlsOf(config), entities: [PhotoRow] })],
      providers: [
        { provide: CLOCK, useValue: clock },
        { provide: WORKER_CONFIG, useValue: config },
        { provide: Screener, useValue: new Screener({ ...SCREENING_LIMITS, ...screeningProcess }) },
        provideObjectStorage(config),
        ...[DeleteAllPhotos, SweepSchedule],
        ...provideProcessors(processors, { redisUrl: config.REDIS_URL }),
      ],
    };
  }

  onApplicationShutdown(): void {
    this.screener.close();
  }
}
