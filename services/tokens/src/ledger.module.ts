import { EventStore, sessionOfClient } from '@candid/event-store';
import { PLATFORM, type Platform } from '@candid/platform';
import { PersistenceModule } from '@candid/platform/persistence';
import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { CLOCK, type Clock } from './application/clock.js';
import { ConsumeEscrows } from './application/consume-escrows.js';
import { FundEscrows } from './application/fund-escrows.js';
import { PaidRewards } from './application/paid-rewards.js';
import { PayReward } from './application/pay-reward.js';
import { RewardAllowance } from './application/reward-allowance.js';
import { Transfers } from './application/transfers.js';
import { LIMITS, SETTINGS, type TokensSettings } from './config.js';
import { entities } from './entities.js';
import { Ledger, ledgerPoolSettings } from './ledger/ledger.js';

export interface LedgerModuleSettings {
  databaseUrl: string;
  tokens: TokensSettings;
  clock: Clock;
}

const LEDGER_POOL = Symbol('LedgerPool');
const STATEMENT_TIMEOUT_MS = 15_000;

function ledgerPool(databaseUrl: string, platform: Platform): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: `${platform.process}-ledger`,
    max: ledgerPoolSettings.max,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    options: `${ledgerPoolSettings.options} -c statement_timeout=${STATEMENT_TIMEOUT_MS}`,
    keepAlive: true,
  });
  pool.on('error', (error) => platform.logger.warn({ err: error }, 'idle ledger connection lost'));
  return pool;
}

/** The ledger on connections of its own, and the use cases that the service and its worker have in common. */
@Global()
@Module({})
export class LedgerModule implements OnApplicationShutdown {
  constructor(@Inject(LEDGER_POOL) private readonly pool: pg.Pool) {}

  static forRoot({ databaseUrl, tokens, clock }: LedgerModuleSettings): DynamicModule {
    const shared = [Transfers, RewardAllowance, PaidRewards, PayReward, ConsumeEscrows, FundEscrows];
    return {
      module: LedgerModule,
      imports: [PersistenceModule.forRoot({ databaseUrl, entities })],
      providers: [
        { provide: CLOCK, useValue: clock },
        { provide: SETTINGS, useValue: tokens },
        {
          provide: LEDGER_POOL,
          useFactory: (platform: Platform) => ledgerPool(databaseUrl, platform),
          inject: [PLATFORM],
        },
        {
          provide: Transfers,
          useFactory: (pool: pg.Pool, store: EventStore) => transfersOn(pool, store),
          inject: [LEDGER_POOL, EventStore],
        },
        {
          provide: RewardAllowance,
          useFactory: (store: EventStore) =>
            new RewardAllowance({
              session: sessionOfClient(store.pool),
              clock,
              dailyCapTokens: tokens.rewardDailyCapTokens,
              freshMs: LIMITS.allowanceFreshMs,
            }),
          inject: [EventStore],
        },
        PaidRewards,
        PayReward,
        ConsumeEscrows,
        FundEscrows,
      ],
      exports: [CLOCK, SETTINGS, ...shared],
    };
  }

  /** After whatever books has stopped in `onModuleDestroy`. */
  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}

function transfersOn(pool: pg.Pool, store: EventStore): Transfers {
  const ledger = new Ledger({
    pool,
    maxBatch: LIMITS.flushBatch,
    onCommitted: (position) => store.announceCommit(position),
  });
  return new Transfers(ledger, store);
}
