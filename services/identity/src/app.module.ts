import { createHmac } from 'node:crypto';
import { CLOCK, type Clock, databaseUrlsOf } from '@candid/platform';
import { correlatedEventsController, provideSubscribers, serviceControllers } from '@candid/platform/messaging';
import { databaseTime, PersistenceModule, provideOutboxRelay, provideProjections } from '@candid/platform/persistence';
import { type DynamicModule, Module } from '@nestjs/common';
import { AccountController } from './account/account.controller.js';
import { AccountRow } from './account/account.entity.js';
import { projections } from './account/account.projection.js';
import { AccountQuery } from './account/account.query.js';
import { AccountCommands } from './account/account-commands.js';
import { ExportAccount } from './account/export-account.js';
import { OwnPassword } from './account/own-password.js';
import { ANALYTICS_SINK, createAnalyticsSink } from './analytics/analytics-sink.js';
import { RecordAnalytics } from './analytics/record-analytics.js';
import { ApproveAssessor } from './assessor-approval/approve-assessor.js';
import { CONFIGURED_PASSKEYS, PASSKEY_SEED, Passkeys } from './assessor-approval/passkeys.js';
import { PersonalPasskeys } from './assessor-approval/personal-passkeys.js';
import type { IdentityConfig } from './config.js';
import { DeleteAccount } from './erasure/delete-account.js';
import { ReadFeedback } from './feedback/read-feedback.js';
import { SendFeedback } from './feedback/send-feedback.js';
import { QueueOptionalMail, QueueReportOutcome } from './mail/mail-work.js';
import { StrangerMails } from './mail/stranger-mails.js';
import { toIntegrationEvent } from './messaging/publish.js';
import { subscribers } from './messaging/subscribers.js';
import { NoticeTokens } from './notices/notice-tokens.js';
import { TakeNotices } from './notices/take-notices.js';
import { LocationPreferences } from './preferences/location-preferences.js';
import { LookingForPreference } from './preferences/looking-for.js';
import { MailPreferences } from './preferences/mail-preferences.js';
import { SelfDescriptions } from './preferences/self-description.js';
import { UnsubscribeTokens } from './preferences/unsubscribe-tokens.js';
import { RATE_LIMITS, rateLimitsOf } from './rate-limits.js';
import { ChangePassword } from './recovery/change-password.js';
import { RequestPasswordReset } from './recovery/request-password-reset.js';
import { ResetPassword } from './recovery/reset-password.js';
import { SecondFactorCodes } from './second-factor/second-factor-codes.js';
import { SecondFactorKeys } from './second-factor/second-factor-keys.js';
import { SecondFactors } from './second-factor/second-factors.js';
import { KeyedHash } from './security/keyed-hash.js';
import { PasswordHasher } from './security/password-hasher.js';
import { SecretTries } from './security/secret-tries.js';
import { AccessTokens } from './sessions/access-tokens.js';
import { ListEndedSessions } from './sessions/list-ended-sessions.js';
import { LogIn } from './sessions/log-in.js';
import { LogOut } from './sessions/log-out.js';
import { OwnSessions } from './sessions/own-sessions.js';
import { RefreshSession } from './sessions/refresh-session.js';
import { Sessions, STAFF_SECOND_FACTOR } from './sessions/sessions.js';
import { RequestSignupCode } from './sign-up/request-signup-code.js';
import { SignUp } from './sign-up/sign-up.js';
import { findRequest, listCallsAndMails } from './support/calls-and-mails.rows.js';
import { FindAccounts } from './support/find-accounts.js';
import { RecordSupportCalls } from './support/record-support-calls.js';
import { LOOKUPS_PER_DAY, StaffLookups } from './support/staff-lookups.js';
import { listOlderEntries } from './support/support-audit.rows.js';
import { FollowDecisions } from './suspension/follow-decisions.js';

/** Each answers the messages of one use case, or of a few that belong together. */
const useCases = [
  ...[RequestSignupCode, SignUp],
  ...[LogIn, RefreshSession, LogOut, ListEndedSessions, OwnSessions],
  ...[RequestPasswordReset, ResetPassword, ChangePassword],
  ...[SecondFactors],
  ...[AccountController, ExportAccount, DeleteAccount],
  ...[LookingForPreference, SelfDescriptions, LocationPreferences, MailPreferences],
  ...[ApproveAssessor, Passkeys, PersonalPasskeys],
  ...[SendFeedback, ReadFeedback, TakeNotices],
  ...[FindAccounts, RecordSupportCalls, RecordAnalytics],
];

const own = { toIntegrationEvent, listOtherActs: listOlderEntries, findRequest, listFurther: listCallsAndMails };

const settingsOf = (config: IdentityConfig) => [
  { provide: RATE_LIMITS, useValue: rateLimitsOf(config.RATE_LIMIT_FACTOR) },
  {
    provide: LOOKUPS_PER_DAY,
    useValue: { search: config.SUPPORT_SEARCHES_PER_DAY, reveal: config.SUPPORT_REVEALS_PER_DAY },
  },
  { provide: STAFF_SECOND_FACTOR, useValue: config.STAFF_SECOND_FACTOR },
  { provide: CONFIGURED_PASSKEYS, useValue: config.ASSESSOR_PASSKEYS },
  { provide: ANALYTICS_SINK, useValue: createAnalyticsSink(config.ANALYTICS_SINK) },
  { provide: PASSKEY_SEED, useValue: createHmac('sha256', config.JWT_PRIVATE_KEY).update('passkeys').digest() },
  { provide: KeyedHash, useValue: new KeyedHash(config.HASH_KEY) },
  { provide: SecondFactorKeys, useValue: new SecondFactorKeys(config.HASH_KEY) },
  { provide: UnsubscribeTokens, useValue: new UnsubscribeTokens(config.HASH_KEY) },
  { provide: NoticeTokens, useValue: new NoticeTokens(new KeyedHash(config.HASH_KEY)) },
  { provide: AccessTokens, useValue: new AccessTokens(config.JWT_PRIVATE_KEY) },
];

@Module({})
export class AppModule {
  static forRoot(
    config: IdentityConfig,
    clock: Clock = databaseTime,
    passwords: PasswordHasher = new PasswordHasher(),
  ): DynamicModule {
    return {
      module: AppModule,
      imports: [PersistenceModule.forRoot({ ...databaseUrlsOf(config), entities: [AccountRow] })],
      controllers: [...useCases, ...serviceControllers('identity', own), correlatedEventsController('identity')],
      providers: [
        { provide: CLOCK, useValue: clock },
        ...settingsOf(config),
        { provide: PasswordHasher, useValue: passwords },
        ...[AccountCommands, AccountQuery, OwnPassword, Sessions, SecondFactorCodes],
        ...[SecretTries, StrangerMails, StaffLookups, QueueOptionalMail, QueueReportOutcome, FollowDecisions],
        ...provideProjections(projections),
        provideOutboxRelay(toIntegrationEvent),
        ...provideSubscribers(subscribers),
      ],
    };
  }
}
