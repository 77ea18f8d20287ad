import { CLOCK, type Clock, databaseUrlsOf } from '@candid/platform';
import { provideProcessors } from '@candid/platform/jobs';
import { databaseTime, PersistenceModule } from '@candid/platform/persistence';
import { type DynamicModule, Module } from '@nestjs/common';
import { type LinkSettings, WORKER_CONFIG, type WorkerConfig } from './config.js';
import { entities } from './entities.js';
import { Holds } from './holds.js';
import {
  AggregatePhotoProcessor,
  AggregatePhotosProcessor,
} from './jobs/aggregate-photos/aggregate-photos.processor.js';
import { JudgeAssessorProcessor } from './jobs/judge-assessor/judge-assessor.processor.js';
import { ReplaceRatingsProcessor } from './jobs/replace-ratings/replace-ratings.processor.js';
import { RescorePhotoProcessor } from './jobs/rescore-photo/rescore-photo.processor.js';
import { StopWhenSettledProcessor } from './jobs/stop-when-settled/stop-when-settled.processor.js';
import { SweepJob } from './jobs/sweep/sweep.job.js';
import { UnusedHoldsProcessor } from './jobs/unused-holds/unused-holds.processor.js';
import { FindLinkedAccounts } from './linked-accounts/find-linked-accounts.js';
import { AbandonStart } from './photo-assessment/abandon-start.js';
import { EndAssessment } from './photo-assessment/end-assessment.js';
import { FairScoresQuery } from './scoring/fair-scores.query.js';
import { FitScores } from './scoring/fit-scores.js';

type WorkerSettings = Pick<WorkerConfig, 'DATABASE_URL' | 'DATABASE_POOLER' | 'REDIS_URL' | 'SWEEP_INTERVAL_MS'> &
  LinkSettings;

const processors = [
  AggregatePhotosProcessor,
  AggregatePhotoProcessor,
  StopWhenSettledProcessor,
  JudgeAssessorProcessor,
  ReplaceRatingsProcessor,
  RescorePhotoProcessor,
  UnusedHoldsProcessor,
];

@Module({})
export class WorkerModule {
  static forRoot(config: WorkerSettings, clock: Clock = databaseTime): DynamicModule {
    return {
      module: WorkerModule,
      imports: [PersistenceModule.forRoot({ ...databaseUrlsOf(config), entities })],
      providers: [
        { provide: WORKER_CONFIG, useValue: config },
        { provide: CLOCK, useValue: clock },
        AbandonStart,
        Holds,
        FitScores,
        FindLinkedAccounts,
        EndAssessment,
        FairScoresQuery,
        SweepJob,
        ...provideProcessors(processors, { redisUrl: config.REDIS_URL }),
      ],
    };
  }
}
