import { createHmac } from 'node:crypto';
import { CLOCK, type Clock, databaseUrlsOf } from '@candid/platform';
import { correlatedEventsController, provideSubscribers, serviceControllers } from '@candid/platform/messaging';
import { databaseTime, PersistenceModule, provideOutboxRelay, provideProjections } from '@candid/platform/persistence';
import { type DynamicModule, Module } from '@nestjs/common';
import { AccountQuery, AccountRow, projections } from './account/read-model.js';
import { AccountCommands, AccountController, OwnPassword } from './account/use-cases.js';
import { ANALYTICS_SINK, createAnalyticsSink, RecordAnalytics } from './analytics/analytics.js';
import { ApproveAssessor } from './assessor-approval/approve-assessor.js';
import { CONFIGURED_PASSKEYS, PASSKEY_SEED, Passkeys } from './assessor-approval/passkeys.js';
import { AnswerPasskeys, PersonalPasskeys } from './assessor-approval/personal-passkeys.js';
import { QualifyByTrial, TRIAL_APPROVALS_PER_DAY } from './assessor-approval/qualify-by-trial.js';
import { FeedbackCalls } from './feedback/feedback.js';
import { type IdentityConfig, RATE_LIMITS, rateLimitsOf, STAFF_SECOND_FACTOR } from './kernel/config.js';
import { PasswordHasher } from './kernel/passwords.js';
import { KeyedHash } from './kernel/secrets.js';
import { SecretTries, StrangerMails } from './kernel/tries.js';
import { QueueOptionalMail, QueueReportOutcome, UnsubscribeTokens } from './mail/mail-work.js';
import { NoticeTokens } from './notices/notice.js';
import { TakeNotices } from './notices/take-notices.js';
import { DeleteAccount, ExportAccount } from './personal-data/use-cases.js';
import { Preferences } from './preferences/preferences.js';
import { AccountActivityQuery } from './processes/account-activity.js';
import { FollowDecisions } from './processes/moderation-subscribers.js';
import { toIntegrationEvent } from './processes/publish.js';
import { subscribers } from './processes/subscribers.js';
import { MAIL_REPORT_SECRET, TakeMailReports } from './processes/take-mail-reports.js';
import { vapidKeysOf } from './push/push-service.js';
import { PUSH, PushSubscriptions } from './push/push-subscriptions.js';
import { QueuePush } from './push/push-work.js';
import { Passwords } from './recovery/passwords.js';
import { SecondFactors } from './recovery/second-factor.js';
import { SecondFactorCodes, SecondFactorKeys } from './second-factor/codes.js';
import { AccessTokens, Sessions } from './sessions/sessions.js';
import { LogIn, SessionCalls } from './sessions/use-cases.js';
import { SignUp } from './sign-up/sign-up.js';
import { FindAccounts, LOOKUPS_PER_DAY, StaffLookups } from './support/accounts.js';
import { findRequest, listCallsAndMails, listOlderEntries, RecordSupportCalls } from './support/audit.js';

/** Each class answers the messages of one use case, or of a few that belong together. */
const useCases = [
  ...[SignUp, LogIn, SessionCalls, Passwords, SecondFactors],
  ...[AccountController, ExportAccount, DeleteAccount, Preferences, PushSubscriptions],
  ...[ApproveAssessor, QualifyByTrial, Passkeys, PersonalPasskeys, AccountActivityQuery],
  ...[FeedbackCalls, TakeNotices, TakeMailReports],
  ...[FindAccounts, RecordSupportCalls, RecordAnalytics],
];

const own = { toIntegrationEvent, listOtherActs: listOlderEntries, findRequest, listFurther: listCallsAndMails };

const settingsOf = (config: IdentityConfig) => [
  { provide: RATE_LIMITS, useValue: rateLimitsOf(config.RATE_LIMIT_FACTOR) },
  {
    provide: LOOKUPS_PER_DAY,
    useValue: { search: config.SUPPORT_SEARCHES_PER_DAY, reveal: config.SUPPORT_REVEALS_PER_DAY },
  },
  { provide: MAIL_REPORT_SECRET, useValue: config.MAIL_REPORT_SECRET },
  { provide: STAFF_SECOND_FACTOR, useValue: config.STAFF_SECOND_FACTOR },
  { provide: TRIAL_APPROVALS_PER_DAY, useValue: config.TRIAL_APPROVALS_PER_DAY },
  { provide: CONFIGURED_PASSKEYS, useValue: config.ASSESSOR_PASSKEYS },
  { provide: ANALYTICS_SINK, useValue: createAnalyticsSink(config.ANALYTICS_SINK) },
  { provide: PASSKEY_SEED, useValue: createHmac('sha256', config.JWT_PRIVATE_KEY).update('passkeys').digest() },
  { provide: KeyedHash, useValue: new KeyedHash(config.HASH_KEY) },
  { provide: SecondFactorKeys, useValue: new SecondFactorKeys(config.HASH_KEY) },
  { provide: UnsubscribeTokens, useValue: new UnsubscribeTokens(config.HASH_KEY) },
  { provide: NoticeTokens, useValue: new NoticeTokens(new KeyedHash(config.HASH_KEY)) },
  {
    provide: PUSH,
    useValue: { publicKey: vapidKeysOf(config.VAPID_PRIVATE_KEY).publicKey, hosts: config.PUSH_HOSTS },
  },
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
        ...[
          SecretTries,
          StrangerMails,
          StaffLookups,
          AnswerPasskeys,
          QueueOptionalMail,
          QueueReportOutcome,
          QueuePush,
          FollowDecisions,
        ],
        ...provideProjections(projections),
        provideOutboxRelay(toIntegrationEvent),
        ...provideSubscribers(subscribers),
      ],
    };
  }
}
