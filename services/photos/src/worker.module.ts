import { CLOCK, type Clock } from '@candid/platform';
import { provideProcessors } from '@candid/platform/jobs';
import { databaseTime, PersistenceModule } from '@candid/platform/persistence';
import { type DynamicModule, Module } from '@nestjs/common';
import { GiveUpWaiting } from './assessments/give-up-waiting.js';
import { WORKER_CONFIG, type WorkerConfig } from './config.js';
import { DeleteAllPhotos } from './deletion/delete-all-photos.js';
import { DeleteAllPhotosProcessor } from './deletion/delete-all-photos.processor.js';
import { PhotoRow } from './listing/photo.entity.js';
import { PhotoQuery } from './listing/photo.query.js';
import { PlacePicturesProcessor } from './moderation/place-pictures.processor.js';
import { PurgePicturesProcessor } from './moderation/purge-pictures.processor.js';
import { PlacePictures } from './storage/place-pictures.js';
import { RemoveImagesProcessor } from './storage/remove-images.processor.js';
import { provideObjectStorage } from './storage/storage.provider.js';
import { SweepSchedule } from './storage/sweep.schedule.js';

const PROCESSORS = [RemoveImagesProcessor, DeleteAllPhotosProcessor, PlacePicturesProcessor, PurgePicturesProcessor];

@Module({})
export class WorkerModule {
  static forRoot(config: WorkerConfig, clock: Clock = databaseTime): DynamicModule {
    return {
      module: WorkerModule,
      imports: [PersistenceModule.forRoot({ databaseUrl: config.DATABASE_URL, entities: [PhotoRow] })],
      providers: [
        { provide: CLOCK, useValue: clock },
        { provide: WORKER_CONFIG, useValue: config },
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
}
