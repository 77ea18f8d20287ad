import { CLOCK, type Clock, databaseUrlsOf } from '@candid/platform';
import { provideProcessors } from '@candid/platform/jobs';
import { databaseTime, PersistenceModule } from '@candid/platform/persistence';
import { type DynamicModule, Module } from '@nestjs/common';
import { JudgeAssessorProcessor, ReplaceRatingsProcessor } from './assessor-quality/judge-assessor.processor.js';
import { EndAssessment } from './ending/end-assessment.js';
import { StopWhenSettledProcessor } from './ending/stop-when-settled.processor.js';
import { type LinkSettings, WORKER_CONFIG, type WorkerConfig } from './kernel/config.js';
import { Holds } from './kernel/tokens-service.js';
import { FindLinkedAccounts } from './linked-accounts/find-linked-accounts.js';
import {
  AggregatePhotoProcessor,
  AggregatePhotosProcessor,
  RescorePhotoProcessor,
} from './processes/aggregate-photos.processor.js';
import { SweepJob } from './processes/sweep.job.js';
import { AdjustedScoresQuery } from './scoring/adjusted-scores.query.js';
import { FitScores } from './scoring/fit-scores.js';
import { AbandonStart } from './starting/open-start.js';
import { UnusedHoldsProcessor } from './starting/unused-holds.processor.js';

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
      imports: [PersistenceModule.forRoot({ ...databaseUrlsOf(config), entities: [] })],
      providers: [
        { provide: WORKER_CONFIG, useValue: config },
        { provide: CLOCK, useValue: clock },
        AbandonStart,
        Holds,
        FitScores,
        FindLinkedAccounts,
        EndAssessment,
        AdjustedScoresQuery,
        SweepJob,
        ...provideProcessors(processors, { redisUrl: config.REDIS_URL }),
      ],
    };
  }
}
