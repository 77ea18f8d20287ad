import { type Clock, databaseUrlsOf } from '@candid/platform';
import { provideProcessors, provideRepeatedJobs } from '@candid/platform/jobs';
import { databaseTime } from '@candid/platform/persistence';
import { type DynamicModule, Module } from '@nestjs/common';
import { bookingProcessors } from './bookings/bookings.processor.js';
import { RewardsProcessor } from './bookings/rewards.processor.js';
import { WaitingRewardsJob } from './bookings/waiting-rewards.job.js';
import { provideLedgerChain } from './chain/provide-ledger-chain.js';
import { LIMITS, settingsOf, WORKER_CONFIG, type WorkerConfig } from './config.js';
import { CorrectionsProcessor } from './corrections/corrections.processor.js';
import { ExpireHolds } from './holds/expire-holds.js';
import { HoldExpiryJob } from './holds/hold-expiry.job.js';
import { LedgerModule } from './ledger.module.js';
import { reconcileProvider } from './reconciliation/provide-reconcile.js';
import { ReconciliationJob } from './reconciliation/reconciliation.job.js';
import { ReconciliationMetrics } from './reconciliation/reconciliation-metrics.js';
import { provideLedgerSnapshots } from './snapshots/provide-ledger-snapshots.js';

type WorkerSettings = Omit<WorkerConfig, 'NATS_URL' | 'OPS_PORT' | 'LOG_LEVEL' | 'NODE_ENV'>;

@Module({})
export class WorkerModule {
  static forRoot(config: WorkerSettings, clock: Clock = databaseTime): DynamicModule {
    const settings = { ...databaseUrlsOf(config), tokens: settingsOf(config), clock };
    return {
      module: WorkerModule,
      imports: [LedgerModule.forRoot(settings)],
      providers: [
        { provide: WORKER_CONFIG, useValue: config },
        ExpireHolds,
        HoldExpiryJob,
        provideLedgerChain(),
        provideLedgerSnapshots(),
        reconcileProvider,
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
