import { createHmac } from 'node:crypto';
import {
  awaitInboxController,
  correlatedEventsController,
  deadLettersController,
  findThingsController,
  listTimelineController,
  provideSubscribers,
} from '@candid/platform/messaging';
import { PersistenceModule, provideOutboxRelay, provideProjections } from '@candid/platform/persistence';
import { type DynamicModule, Module } from '@nestjs/common';
import { AccountCommands } from './application/account-commands.js';
import { ANALYTICS_SINK, createAnalyticsSink } from './application/analytics-sink.js';
import { ApproveAssessor } from './application/approve-assessor.js';
import { ChangeAccount } from './application/change-account.js';
import { ChooseLookingFor } from './application/choose-looking-for.js';
import { CLOCK, type Clock } from './application/clock.js';
import { DeleteAccount } from './application/delete-account.js';
import { ExportAccount } from './application/export-account.js';
import { IdempotentTransactions } from './application/idempotent-transactions.js';
import { LogIn } from './application/log-in.js';
import { LogOut } from './application/log-out.js';
import { PASSKEY_SEED, Passkeys } from './application/passkeys.js';
import { RATE_LIMITS, rateLimitsOf } from './application/rate-limits.js';
import { RecordAnalytics } from './application/record-analytics.js';
import { RefreshSession } from './application/refresh-session.js';
import { RequestPasswordReset } from './application/request-password-reset.js';
import { RequestSignupCode } from './application/request-signup-code.js';
import { ResetPassword } from './application/reset-password.js';
import { SeeLookingFor } from './application/see-looking-for.js';
import { CONFIGURED_PASSKEYS, SeedPasskeys } from './application/seed-passkeys.js';
import { SendFeedback } from './application/send-feedback.js';
import { Sessions } from './application/sessions.js';
import { SignUp } from './application/sign-up.js';
import type { IdentityConfig } from './config.js';
import { CountOnGeneralRatingAccepted } from './messaging/count-on-general-rating-accepted.subscriber.js';
import { CountOnRatingsAccepted } from './messaging/count-on-ratings-accepted.subscriber.js';
import { FlagOnPhotoPlacedInProfile } from './messaging/flag-on-photo-placed-in-profile.subscriber.js';
import { FlagOnTestCompleted } from './messaging/flag-on-test-completed.subscriber.js';
import { FlagOnTestStarted } from './messaging/flag-on-test-started.subscriber.js';
import { MailOnTestCompleted } from './messaging/mail-on-test-completed.subscriber.js';
import { toIntegrationEvent } from './messaging/publish.js';
import { ResetOnFirstAssessmentReset } from './messaging/reset-on-first-assessment-reset.subscriber.js';
import { AccountRow } from './projections/account/account.entity.js';
import { AccountQuery } from './projections/account/account.query.js';
import { FoundAccountsQuery } from './projections/account/found-accounts.query.js';
import { projections } from './projections/all.js';
import { findRequest, listCallsAndMails } from './records/calls-and-mails.js';
import { AccountController } from './rpc/account.controller.js';
import { AnalyticsController } from './rpc/analytics.controller.js';
import { OwnAccountController } from './rpc/own-account.controller.js';
import { PasswordResetController } from './rpc/password-reset.controller.js';
import { PreferencesController } from './rpc/preferences.controller.js';
import { SessionsController } from './rpc/sessions.controller.js';
import { SupportController } from './rpc/support.controller.js';
import { AccessTokens } from './security/access-tokens.js';
import { PasswordHasher } from './security/password-hasher.js';

const useCases = [
  AccountCommands,
  ApproveAssessor,
  ChangeAccount,
  ChooseLookingFor,
  DeleteAccount,
  ExportAccount,
  IdempotentTransactions,
  LogIn,
  LogOut,
  Passkeys,
  RecordAnalytics,
  RefreshSession,
  RequestPasswordReset,
  RequestSignupCode,
  ResetPassword,
  SeedPasskeys,
  SeeLookingFor,
  SendFeedback,
  Sessions,
  SignUp,
];

const subscribers = [
  CountOnRatingsAccepted,
  CountOnGeneralRatingAccepted,
  FlagOnPhotoPlacedInProfile,
  FlagOnTestCompleted,
  FlagOnTestStarted,
  MailOnTestCompleted,
  ResetOnFirstAssessmentReset,
];

@Module({})
export class AppModule {
  static forRoot(config: IdentityConfig, clock: Clock = () => new Date()): DynamicModule {
    return {
      module: AppModule,
      imports: [PersistenceModule.forRoot({ databaseUrl: config.DATABASE_URL, entities: [AccountRow] })],
      controllers: [
        SessionsController,
        PasswordResetController,
        AccountController,
        PreferencesController,
        AnalyticsController,
        OwnAccountController,
        SupportController,
        awaitInboxController('identity'),
        correlatedEventsController('identity'),
        deadLettersController('identity'),
        findThingsController('identity', { findRequest }),
        listTimelineController('identity', { listFurther: listCallsAndMails }),
      ],
      providers: [
        { provide: CLOCK, useValue: clock },
        { provide: RATE_LIMITS, useValue: rateLimitsOf(config.RATE_LIMIT_FACTOR) },
        { provide: CONFIGURED_PASSKEYS, useValue: config.ASSESSOR_PASSKEYS },
        { provide: ANALYTICS_SINK, useValue: createAnalyticsSink(config.ANALYTICS_SINK) },
        { provide: PASSKEY_SEED, useValue: createHmac('sha256', config.JWT_PRIVATE_KEY).update('passkeys').digest() },
        { provide: PasswordHasher, useFactory: () => new PasswordHasher() },
        { provide: AccessTokens, useFactory: () => AccessTokens.fromPem(config.JWT_PRIVATE_KEY) },
        ...useCases,
        AccountQuery,
        FoundAccountsQuery,
        ...provideProjections(projections),
        provideOutboxRelay(toIntegrationEvent),
        ...provideSubscribers(subscribers),
      ],
    };
  }
}
