import { CLOCK, type Clock } from '@candid/platform';
import { provideProcessors } from '@candid/platform/jobs';
import { databaseTime, PersistenceModule } from '@candid/platform/persistence';
import { type DynamicModule, Module } from '@nestjs/common';
import { DeleteAllPhotos } from './application/delete-all-photos.js';
import { GiveUpWaiting } from './application/give-up-waiting.js';
import { WORKER_CONFIG, type WorkerConfig } from './config.js';
import { DeleteAllPhotosProcessor } from './jobs/delete-all-photos/delete-all-photos.processor.js';
import { RemoveImagesProcessor } from './jobs/remove-images/remove-images.processor.js';
import { SweepSchedule } from './jobs/sweep/sweep.schedule.js';
import { PhotoRow } from './projections/photo/photo.entity.js';
import { PhotoQuery } from './projections/photo/photo.query.js';
import { provideObjectStorage } from './storage.provider.js';

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
        SweepSchedule,
        ...provideProcessors([RemoveImagesProcessor, DeleteAllPhotosProcessor], { redisUrl: config.REDIS_URL }),
      ],
    };
  }
}
