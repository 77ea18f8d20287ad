import { provideProcessors, provideRepeatedJobs } from '@candid/platform/jobs';
import { databaseTime } from '@candid/platform/persistence';
import { type DynamicModule, Module } from '@nestjs/common';
import type { Clock } from './application/clock.js';
import { CreditPurchase } from './application/credit-purchase.js';
import { ExpireHolds } from './application/expire-holds.js';
import { RefundEscrow } from './application/refund-escrow.js';
import { provideLedgerChain } from './chain/provide-ledger-chain.js';
import { LIMITS, settingsOf, WORKER_CONFIG, type WorkerConfig } from './config.js';
import { BookingsProcessor } from './jobs/bookings/bookings.processor.js';
import { CorrectionsProcessor } from './jobs/corrections/corrections.processor.js';
import { HoldExpiryJob } from './jobs/hold-expiry/hold-expiry.job.js';
import { PurchasesProcessor } from './jobs/purchases/purchases.processor.js';
import { ReconciliationJob } from './jobs/reconciliation/reconciliation.job.js';
import { RefundsProcessor } from './jobs/refunds/refunds.processor.js';
import { RewardsProcessor } from './jobs/rewards/rewards.processor.js';
import { LedgerModule } from './ledger.module.js';
import { reconcileProvider } from './reconciliation/provide-reconcile.js';
import { ReconciliationMetrics } from './reconciliation/reconciliation-metrics.js';
import { provideLedgerSnapshots } from './snapshots/provide-ledger-snapshots.js';

type WorkerSettings = Omit<WorkerConfig, 'NATS_URL' | 'OPS_PORT' | 'LOG_LEVEL' | 'NODE_ENV'>;

@Module({})
export class WorkerModule {
  static forRoot(config: WorkerSettings, clock: Clock = databaseTime): DynamicModule {
    const settings = { databaseUrl: config.DATABASE_URL, tokens: settingsOf(config), clock };
    return {
      module: WorkerModule,
      imports: [LedgerModule.forRoot(settings)],
      providers: [
        { provide: WORKER_CONFIG, useValue: config },
        RefundEscrow,
        CreditPurchase,
        ExpireHolds,
        HoldExpiryJob,
        provideLedgerChain(),
        provideLedgerSnapshots(),
        reconcileProvider,
        ReconciliationMetrics,
        ...provideRepeatedJobs([ReconciliationJob], { redisUrl: config.REDIS_URL }),
        ...provideProcessors(
          [RefundsProcessor, BookingsProcessor, RewardsProcessor, PurchasesProcessor, CorrectionsProcessor],
          {
            redisUrl: config.REDIS_URL,
            limits: { maxAttempts: LIMITS.workAttempts },
          },
        ),
      ],
    };
  }
}
