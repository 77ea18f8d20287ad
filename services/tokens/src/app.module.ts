import { tokensEvents } from '@candid/contracts';
import { type IntegrationEvent, integrationEventOf, type RecordedEvent } from '@candid/event-store';
import { type Clock, databaseUrlsOf } from '@candid/platform';
import { provideSubscribers, serviceControllers } from '@candid/platform/messaging';
import { databaseTime, provideOutboxRelay } from '@candid/platform/persistence';
import { type DynamicModule, Module } from '@nestjs/common';
import { BookEvent } from './bookings/bookings.js';
import { UnapprovedAllowance } from './corrections/unapproved-allowance.js';
import { CorrectionCalls, GrantTokens } from './corrections/use-cases.js';
import { ExpireHolds } from './holds/expire-holds.js';
import { Holds } from './holds/use-cases.js';
import { type GiftSettings, type PaymentConfig, type ServiceConfig, stripeSettingsOf } from './kernel/config.js';
import { BalanceQuery } from './ledger/read-model.js';
import { isUserAccount, type LedgerEvent } from './ledger/transfer.js';
import { LedgerModule } from './ledger.module.js';
import { subscribers } from './processes/subscribers.js';
import { SupportLedgerController } from './processes/support-ledger.js';
import { Checkouts } from './purchases/checkouts.js';
import { providePayments } from './purchases/stripe-payments.js';
import { TakePaymentNotification } from './purchases/take-payment-notification.js';
import { Purchases } from './purchases/use-cases.js';
import { Reconcile, ReconciliationsQuery } from './reconciliation/reconcile.js';
import { AccountFiguresQuery, BalanceController, TrialBalanceQuery } from './statements/account.js';
import { EntriesQuery } from './statements/entries.js';
import { findTransfer, listLedgerEvents, listTransferSteps, TransferTraceQuery } from './statements/transfers.js';

type AppSettings = Pick<ServiceConfig, 'DATABASE_URL' | 'DATABASE_POOLER'> & GiftSettings & PaymentConfig;

@Module({})
export class AppModule {
  static forRoot(config: AppSettings, clock: Clock = databaseTime): DynamicModule {
    const settings = { ...databaseUrlsOf(config), gifts: config, clock };
    return {
      module: AppModule,
      imports: [LedgerModule.forRoot(settings)],
      controllers: [
        ...[BalanceController, Holds, Purchases, TakePaymentNotification],
        ...[GrantTokens, CorrectionCalls, SupportLedgerController],
        ...serviceControllers('tokens', {
          toIntegrationEvent,
          findByUuid: findTransfer,
          listEvents: listLedgerEvents,
          listFurther: listTransferSteps,
        }),
      ],
      providers: [
        ...[BookEvent, ExpireHolds, UnapprovedAllowance, Checkouts, providePayments(stripeSettingsOf(config))],
        ...[AccountFiguresQuery, BalanceQuery, EntriesQuery, TransferTraceQuery, TrialBalanceQuery],
        ...[Reconcile, ReconciliationsQuery],
        provideOutboxRelay(toIntegrationEvent),
        ...provideSubscribers(subscribers),
      ],
    };
  }
}

const transferPrefix = 'transfer-';

/** Other services receive only changes of a spendable balance. */
function toIntegrationEvent(recorded: RecordedEvent): IntegrationEvent | undefined {
  if (!recorded.streamId.startsWith(transferPrefix)) return undefined;
  const event = recorded as unknown as LedgerEvent;
  const userId = userOf(event);
  const { code, availableTokens } = event.data;
  if (userId === undefined || availableTokens === undefined) return undefined;
  const transferId = recorded.streamId.slice(transferPrefix.length);
  return integrationEventOf(recorded, {
    type: tokensEvents.BalanceChanged.type,
    data: { userId, transferId, code, availableTokens },
  });
}

function userOf({ type, data }: LedgerEvent): string | undefined {
  switch (type) {
    case 'TransferPosted':
      return idOf(Object.keys(data.postings).find(isUserAccount));
    case 'HoldPlaced':
    case 'HoldVoided':
      return idOf(data.account);
    // The hold's placement has already changed the balance.
    case 'HoldPosted':
      return undefined;
  }
}

const idOf = (account: string | undefined): string | undefined => account?.slice('user:'.length);
