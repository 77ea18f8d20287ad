import { EventStore, sessionOfClient } from '@candid/event-store';
import { CLOCK, type Clock, type DatabaseUrls, PLATFORM, type Platform } from '@candid/platform';
import { PersistenceModule } from '@candid/platform/persistence';
import { type DynamicModule, Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { FundEscrows } from './bookings/bookings.js';
import { AssessorAllowance, RewardAllowance, rewardCapOf, rewardsPaidSince } from './bookings/reward-allowance.js';
import { PayReward } from './bookings/rewards.js';
import { BookCorrection, CorrectBalance } from './corrections/book-correction.js';
import { Corrections } from './corrections/corrections.js';
import { type GiftSettings, SETTINGS } from './kernel/config.js';
import { Ledger, LedgerConnection } from './ledger/ledger.js';
import { BookedTransfers } from './ledger/read-model.js';
import { Transfers } from './ledger/transfers.js';

interface LedgerModuleSettings extends DatabaseUrls {
  gifts: GiftSettings;
  clock: Clock;
}

/** The ledger with its own connection, and the use cases that service and worker share. */
@Global()
@Module({})
export class LedgerModule implements OnApplicationShutdown {
  constructor(private readonly connection: LedgerConnection) {}

  static forRoot({ databaseUrl, sessionUrl, gifts, clock }: LedgerModuleSettings): DynamicModule {
    const useCases = [
      ...[BookedTransfers, AssessorAllowance, PayReward, FundEscrows],
      ...[CorrectBalance, Corrections, BookCorrection],
    ];
    return {
      module: LedgerModule,
      // Bookings use connections of the ORM's pool while they wait for the ledger; half of them remain for reads.
      imports: [PersistenceModule.forRoot({ databaseUrl, sessionUrl, entities: [], ormPoolMax: 8 })],
      providers: [
        { provide: CLOCK, useValue: clock },
        { provide: SETTINGS, useValue: gifts },
        {
          provide: LedgerConnection,
          useFactory: ({ process, logger }: Platform) =>
            new LedgerConnection({ connectionString: sessionUrl, application_name: `${process}-ledger` }, (error) =>
              logger.warn({ err: error }, 'ledger connection lost'),
            ),
          inject: [PLATFORM],
        },
        {
          provide: Transfers,
          useFactory: (connection: LedgerConnection, store: EventStore) =>
            new Transfers(new Ledger({ connection, onCommitted: (position) => store.announceCommit(position) }), store),
          inject: [LedgerConnection, EventStore],
        },
        {
          provide: RewardAllowance,
          useFactory: (store: EventStore) =>
            new RewardAllowance({
              lookUp: async (day) => ({
                paidTokens: await rewardsPaidSince(store, `${day}T00:00:00Z`),
                capTokens: await rewardCapOf(sessionOfClient(store.pool), day, gifts.REWARD_DAILY_CAP_TOKENS),
              }),
              clock,
            }),
          inject: [EventStore],
        },
        ...useCases,
      ],
      exports: [CLOCK, SETTINGS, Transfers, RewardAllowance, ...useCases],
    };
  }

  /** Runs after all bookings have stopped in `onModuleDestroy`. */
  async onApplicationShutdown(): Promise<void> {
    await this.connection.end();
  }
}
