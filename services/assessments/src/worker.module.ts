import { provideProcessors } from '@candid/platform/jobs';
import { PersistenceModule } from '@candid/platform/persistence';
import { type DynamicModule, Module } from '@nestjs/common';
import { AbandonStart } from './application/abandon-start.js';
import { CLOCK, type Clock } from './application/clock.js';
import { EndAssessment } from './application/end-assessment.js';
import { FitScores } from './application/fit-scores.js';
import { Streams } from './application/streams.js';
import { WORKER_CONFIG, type WorkerConfig } from './config.js';
import { entities } from './entities.js';
import { AggregatePhotoProcessor } from './jobs/aggregate-photo/aggregate-photo.processor.js';
import { JudgeRaterProcessor } from './jobs/judge-rater/judge-rater.processor.js';
import { ReplaceRatingsProcessor } from './jobs/replace-ratings/replace-ratings.processor.js';
import { RescorePhotoProcessor } from './jobs/rescore-photo/rescore-photo.processor.js';
import { StopWhenSettledProcessor } from './jobs/stop-when-settled/stop-when-settled.processor.js';
import { SweepJob } from './jobs/sweep/sweep.job.js';
import { FairScoresQuery } from './projections/scores/fair-scores.query.js';
import { TestsQuery } from './projections/tests/tests.query.js';

type WorkerSettings = Pick<WorkerConfig, 'DATABASE_URL' | 'REDIS_URL' | 'SWEEP_INTERVAL_MS'>;

const processors = [
  AggregatePhotoProcessor,
  StopWhenSettledProcessor,
  JudgeRaterProcessor,
  ReplaceRatingsProcessor,
  RescorePhotoProcessor,
];

@Module({})
export class WorkerModule {
  static forRoot(config: WorkerSettings, clock: Clock = () => new Date()): DynamicModule {
    return {
      module: WorkerModule,
      imports: [PersistenceModule.forRoot({ databaseUrl: config.DATABASE_URL, entities })],
      providers: [
        { provide: WORKER_CONFIG, useValue: config },
        { provide: CLOCK, useValue: clock },
        Streams,
        AbandonStart,
        FitScores,
        EndAssessment,
        FairScoresQuery,
        TestsQuery,
        SweepJob,
        ...provideProcessors(processors, { redisUrl: config.REDIS_URL }),
      ],
    };
  }
}
