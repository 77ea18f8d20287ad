import { type Clock, databaseUrlsOf } from '@candid/platform';
import { provideProcessors, provideRepeatedJobs } from '@candid/platform/jobs';
import { databaseTime } from '@candid/platform/persistence';
import { type DynamicModule, Module } from '@nestjs/common';
import { bookingProcessors } from './bookings/bookings.js';
import { RewardsProcessor, WaitingRewardsJob } from './bookings/rewards.js';
import { provideLedgerChain } from './chain/chain.js';
import { CorrectionsProcessor } from './corrections/book-correction.js';
import { ExpireHolds, HoldExpiryJob } from './holds/expire-holds.js';
import { LIMITS, WORKER_CONFIG, type WorkerConfig } from './kernel/config.js';
import { LedgerModule } from './ledger.module.js';
import { Reconcile, ReconciliationJob, ReconciliationMetrics } from './reconciliation/reconcile.js';
import { provideLedgerSnapshots } from './snapshots/snapshots.js';

type WorkerSettings = Omit<WorkerConfig, 'NATS_URL' | 'OPS_PORT' | 'LOG_LEVEL' | 'NODE_ENV'>;

@Module({})
export class WorkerModule {
  static forRoot(config: WorkerSettings, clock: Clock = databaseTime): DynamicModule {
    const settings = { ...databaseUrlsOf(config), gifts: config, clock };
    return {
      module: WorkerModule,
      imports: [LedgerModule.forRoot(settings)],
      providers: [
        { provide: WORKER_CONFIG, useValue: config },
        ExpireHolds,
        HoldExpiryJob,
        provideLedgerChain(),
        provideLedgerSnapshots(),
        Reconcile,
        ReconciliationMetrics,
        ...provideRepeatedJobs([ReconciliationJob, WaitingRewardsJob], { redisUrl: config.REDIS_URL }),
        ...provideProcessors([...bookingProcessors, RewardsProcessor, CorrectionsProcessor], {
          redisUrl: config.REDIS_URL,
          limits: { maxAttempts: LIMITS.workAttempts },
        }),
      ],
    };
  }
}
