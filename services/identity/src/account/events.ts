import type { MailKind } from './mail-kinds.js';
import type { StaffRole } from './staff-roles.js';

export type AccountRole = 'user' | 'assessor' | StaffRole;
export type LocationsPreference = 'NotMine' | 'All';

/** The counts right after the event, so that the change can be published without loading the account. */
export interface NotificationCounts {
  notificationNumber: number;
  generalNotifNumber: number;
}

/**
 * What happened to an account. E-mail, phone and password stay in tables of their own. `country`, `lookingFor` and
 * `selfDescription` are sealed with the person's key, which the deletion destroys (a country is two plain letters in events from
 * before there were keys). Dates are ISO 8601 in UTC, in the one format of `Date.prototype.toISOString`, and so compare as text.
 */
export type AccountEvent =
  | {
      type: 'UserRegistered';
      /** `hasWelcomeGrant`: the first account of its mailbox. */
      data: { userId: string; country: string | null; hasWelcomeGrant: boolean; registeredAt: string };
    }
  | { type: 'AssessorApproved'; data: { passkeyName: string; approvedAt: string } }
  | { type: 'RoleGranted'; data: { role: AccountRole } & NotificationCounts }
  | { type: 'RoleRevoked'; data: { role: AccountRole } & NotificationCounts }
  | { type: 'SecondFactorConfirmed'; data: { confirmedAt: string } }
  /** `codesLeft`: after it. */
  | { type: 'RecoveryCodeUsed'; data: { usedAt: string; codesLeft: number } }
  | { type: 'RecoveryCodesReplaced'; data: { replacedAt: string } }
  | { type: 'SecondFactorReset'; data: { resetAt: string } }
  | { type: 'FirstLoginDismissed'; data: { dismissedAt: string } & NotificationCounts }
  | { type: 'LocationPreferenceChosen'; data: { locationsPreference: LocationsPreference } }
  | { type: 'CountryChosen'; data: { country: string | null } }
  | { type: 'LookingForChosen'; data: { lookingFor: string | null } }
  | { type: 'SelfDescriptionChosen'; data: { selfDescription: string | null } }
  /** All kinds that are switched off now, in the order of `MAIL_KINDS`. */
  | { type: 'MailsChosen'; data: { unwanted: MailKind[] } }
  | { type: 'FirstAssessmentStarted'; data: { photoAssessmentId: string; startedAt: string } & NotificationCounts }
  | { type: 'FirstAssessmentCompleted'; data: { photoAssessmentId: string; completedAt: string } & NotificationCounts }
  | {
      type: 'FirstAssessmentReset';
      data: { photoAssessmentId: string; restartTokens: number; resetAt: string } & NotificationCounts;
    }
  | { type: 'FirstProfileMade'; data: { photoId: string; madeAt: string } & NotificationCounts }
  | {
      type: 'NewRatingsNotified';
      data: { submissionId: string; photoAssessmentId: string; photoIds: string[] } & NotificationCounts;
    }
  /** Its ratings went with it. */
  | { type: 'PhotoDeleted'; data: { photoId: string } & NotificationCounts }
  /** `photoIds`: of the profile; absent from old events. */
  | { type: 'NewGeneralRatingNotified'; data: { submissionId: string; photoIds?: string[] } & NotificationCounts }
  | { type: 'NotificationsCleared'; data: NotificationCounts }
  | { type: 'GeneralNotificationsCleared'; data: NotificationCounts }
  /** `until` is null for an account that is closed. */
  | { type: 'AccountSuspended'; data: { statementId: string; until: string | null; decidedAt: string } }
  /** The lifted decision may arrive later. It then suspends nothing. */
  | { type: 'SuspensionLifted'; data: { statementId: string; liftedAt: string } }
  | { type: 'SuspensionAppealed'; data: { statementId: string; filedAt: string } }
  | { type: 'SuspensionAppealDecided'; data: { statementId: string; decidedAt: string } }
  | { type: 'AccountDeleted'; data: { deletedAt: string; eraseAt: string } }
  | { type: 'AccountErased'; data: { erasedAt: string } };

const streamPrefix = 'account-';

export const accountStreamId = (userId: string): string => `${streamPrefix}${userId}`;

/** The user of an account's stream; undefined for a stream of another category. */
export const userIdOfStream = (streamId: string): string | undefined =>
  streamId.startsWith(streamPrefix) ? streamId.slice(streamPrefix.length) : undefined;
