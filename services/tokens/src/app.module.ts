import {
  awaitInboxController,
  catchUpController,
  deadLettersController,
  findThingsController,
  listTimelineController,
  provideSubscribers,
  publishedIdsController,
  supportActsController,
} from '@candid/platform/messaging';
import { databaseTime, provideOutboxRelay } from '@candid/platform/persistence';
import { type DynamicModule, Module } from '@nestjs/common';
import { AdvanceHolds } from './application/advance-holds.js';
import { AloneAllowance } from './application/alone-allowance.js';
import { Checkouts } from './application/checkouts.js';
import type { Clock } from './application/clock.js';
import { DecideCorrection } from './application/decide-correction.js';
import { ExpireHolds } from './application/expire-holds.js';
import { GiveBackFirstTry } from './application/give-back-first-try.js';
import { GrantTokens } from './application/grant-tokens.js';
import { GrantWelcomeTokens } from './application/grant-welcome-tokens.js';
import { MakeGood } from './application/make-good.js';
import { OpenCheckout } from './application/open-checkout.js';
import { PaidPurchases } from './application/paid-purchases.js';
import { PlaceHold } from './application/place-hold.js';
import { RequestCorrection } from './application/request-correction.js';
import { TakePaymentNotification } from './application/take-payment-notification.js';
import { VoidHold } from './application/void-hold.js';
import { type GiftSettings, type PaymentConfig, type ServiceConfig, settingsOf, stripeSettingsOf } from './config.js';
import { LedgerModule } from './ledger.module.js';
import { BookSubmission } from './messaging/book-submission.js';
import { FundOnStart } from './messaging/fund-on-start.js';
import { toIntegrationEvent } from './messaging/publish.js';
import { subscribers } from './messaging/subscribers.js';
import { providePayments } from './payments/provide-payments.js';
import { AccountFiguresQuery } from './projections/account/account-figures.query.js';
import { BalanceQuery } from './projections/balance/balance.query.js';
import { ReconciliationsQuery } from './projections/reconciliations/reconciliations.query.js';
import { EntriesQuery } from './projections/statement/entries.query.js';
import { StatementQuery } from './projections/statement/statement.query.js';
import { findTransfer, listLedgerEvents, listTransferSteps } from './projections/transfer/own-trace.js';
import { TransferTraceQuery } from './projections/transfer/transfer-trace.query.js';
import { TrialBalanceQuery } from './projections/trial-balance/trial-balance.query.js';
import { reconcileProvider } from './reconciliation/provide-reconcile.js';
import { BalanceController } from './rpc/balance.controller.js';
import { CorrectionsController } from './rpc/corrections.controller.js';
import { HoldsController } from './rpc/holds.controller.js';
import { PaymentsController } from './rpc/payments.controller.js';
import { SupportController } from './rpc/support.controller.js';
import { SupportAccountController } from './rpc/support-account.controller.js';
import { SupportLedgerController } from './rpc/support-ledger.controller.js';

type AppSettings = Pick<ServiceConfig, 'DATABASE_URL'> & GiftSettings & PaymentConfig;

@Module({})
export class AppModule {
  static forRoot(config: AppSettings, clock: Clock = databaseTime): DynamicModule {
    const settings = { databaseUrl: config.DATABASE_URL, tokens: settingsOf(config), clock };
    return {
      module: AppModule,
      imports: [LedgerModule.forRoot(settings)],
      controllers: [
        BalanceController,
        HoldsController,
        PaymentsController,
        SupportController,
        SupportAccountController,
        SupportLedgerController,
        CorrectionsController,
        awaitInboxController('tokens'),
        publishedIdsController('tokens', toIntegrationEvent),
        catchUpController('tokens'),
        deadLettersController('tokens'),
        supportActsController('tokens'),
        findThingsController('tokens', { findByUuid: findTransfer, listEvents: listLedgerEvents }),
        listTimelineController('tokens', { listEvents: listLedgerEvents, listFurther: listTransferSteps }),
      ],
      providers: [
        GrantWelcomeTokens,
        PlaceHold,
        AdvanceHolds,
        VoidHold,
        ExpireHolds,
        AloneAllowance,
        GrantTokens,
        RequestCorrection,
        DecideCorrection,
        providePayments(stripeSettingsOf(config)),
        Checkouts,
        OpenCheckout,
        TakePaymentNotification,
        PaidPurchases,
        BookSubmission,
        FundOnStart,
        MakeGood,
        GiveBackFirstTry,
        AccountFiguresQuery,
        BalanceQuery,
        StatementQuery,
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
