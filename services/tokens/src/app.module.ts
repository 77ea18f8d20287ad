import { type Clock, databaseUrlsOf } from '@candid/platform';
import { provideSubscribers, serviceControllers } from '@candid/platform/messaging';
import { databaseTime, provideOutboxRelay } from '@candid/platform/persistence';
import { type DynamicModule, Module } from '@nestjs/common';
import { BookEvent } from './bookings/book-event.js';
import { type GiftSettings, type PaymentConfig, type ServiceConfig, settingsOf, stripeSettingsOf } from './config.js';
import { CorrectionsController } from './corrections/corrections.controller.js';
import { DecideCorrection } from './corrections/decide-correction.js';
import { GrantTokens } from './corrections/grant-tokens.js';
import { RequestCorrection } from './corrections/request-correction.js';
import { UnapprovedAllowance } from './corrections/unapproved-allowance.js';
import { AdvanceHolds } from './holds/advance-holds.js';
import { ExpireHolds } from './holds/expire-holds.js';
import { HoldsController } from './holds/holds.controller.js';
import { PlaceHold } from './holds/place-hold.js';
import { LedgerModule } from './ledger.module.js';
import { toIntegrationEvent } from './messaging/publish.js';
import { subscribers } from './messaging/subscribers.js';
import { Checkouts } from './purchases/checkouts.js';
import { OpenCheckout } from './purchases/open-checkout.js';
import { PaidPurchases } from './purchases/paid-purchases.js';
import { PaymentsController } from './purchases/payments.controller.js';
import { providePayments } from './purchases/provider/provide-payments.js';
import { TakePaymentNotification } from './purchases/take-payment-notification.js';
import { reconcileProvider } from './reconciliation/provide-reconcile.js';
import { ReconciliationsQuery } from './reconciliation/reconciliations.query.js';
import { AccountFiguresQuery } from './statements/account-figures.query.js';
import { BalanceController } from './statements/balance.controller.js';
import { BalanceQuery } from './statements/balance.query.js';
import { EntriesQuery } from './statements/entries.query.js';
import { SupportLedgerController } from './statements/support-ledger.controller.js';
import { TransferTraceQuery } from './statements/transfer-trace.query.js';
import { findTransfer, listLedgerEvents, listTransferSteps } from './statements/transfers.rows.js';
import { TrialBalanceQuery } from './statements/trial-balance.query.js';

type AppSettings = Pick<ServiceConfig, 'DATABASE_URL' | 'DATABASE_POOLER'> & GiftSettings & PaymentConfig;

@Module({})
export class AppModule {
  static forRoot(config: AppSettings, clock: Clock = databaseTime): DynamicModule {
    const settings = { ...databaseUrlsOf(config), tokens: settingsOf(config), clock };
    return {
      module: AppModule,
      imports: [LedgerModule.forRoot(settings)],
      controllers: [
        BalanceController,
        HoldsController,
        PaymentsController,
        SupportLedgerController,
        CorrectionsController,
        ...serviceControllers('tokens', {
          toIntegrationEvent,
          findByUuid: findTransfer,
          listEvents: listLedgerEvents,
          listFurther: listTransferSteps,
        }),
      ],
      providers: [
        BookEvent,
        PlaceHold,
        AdvanceHolds,
        ExpireHolds,
        UnapprovedAllowance,
        GrantTokens,
        RequestCorrection,
        DecideCorrection,
        providePayments(stripeSettingsOf(config)),
        Checkouts,
        OpenCheckout,
        TakePaymentNotification,
        PaidPurchases,
        AccountFiguresQuery,
        BalanceQuery,
        EntriesQuery,
        TransferTraceQuery,
        reconcileProvider,
        ReconciliationsQuery,
        TrialBalanceQuery,
        provideOutboxRelay(toIntegrationEvent),
        ...provideSubscribers(subscribers),
      ],
    };
  }
}
