import type { AccountRole, LocationsPreference } from './events.js';
import type { MailChoice } from './mail-kinds.js';

/** Dates are ISO 8601 in UTC, as `Date.prototype.toISOString` writes them. */
export type AccountCommand =
  /** `country` is sealed with the person's key. */
  | { type: 'Register'; userId: string; country: string | null; hasWelcomeGrant: boolean; at: string }
  | { type: 'GrantRole'; role: AccountRole }
  | { type: 'RevokeRole'; role: Exclude<AccountRole, 'user'>; at: string }
  | { type: 'ConfirmSecondFactor'; at: string }
  | { type: 'UseRecoveryCode'; at: string; codesLeft: number }
  | { type: 'ReplaceRecoveryCodes'; at: string }
  | { type: 'ResetSecondFactor'; at: string }
  | { type: 'ApproveAssessor'; passkeyName: string; at: string }
  | { type: 'DismissFirstLogin'; at: string }
  /** `country` is sealed, null where it is to be unknown, and absent where it stays. */
  | { type: 'ChooseLocationPreference'; locationsPreference: LocationsPreference; country?: string | null }
  /** Sealed, null where nothing was ever chosen. */
  | { type: 'ChooseLookingFor'; lookingFor: string | null }
  | { type: 'ChooseSelfDescription'; selfDescription: string | null }
  | { type: 'ChooseMails'; mails: MailChoice }
  | { type: 'RecordFirstAssessmentStart'; photoAssessmentId: string; startedAt: string }
  | { type: 'RecordFirstAssessmentCompletion'; photoAssessmentId: string; completedAt: string }
  | { type: 'RecordFirstAssessmentReset'; photoAssessmentId: string; restartTokens: number; resetAt: string }
  | { type: 'RecordFirstProfile'; photoId: string; madeAt: string }
  | { type: 'NotifyOfRatings'; submissionId: string; photoAssessmentId: string; photoIds: string[] }
  | { type: 'RecordPhotoDeleted'; photoId: string }
  | { type: 'NotifyOfGeneralRating'; submissionId: string; photoIds: string[] }
  | { type: 'ClearNotifications' }
  | { type: 'ClearGeneralNotifications' }
  | { type: 'RecordSuspension'; statementId: string; until: string | null; decidedAt: string }
  | { type: 'RecordSuspensionLifted'; statementId: string; liftedAt: string }
  | { type: 'RecordSuspensionAppealed'; statementId: string; filedAt: string }
  | { type: 'RecordSuspensionAppealDecided'; statementId: string; decidedAt: string }
  | { type: 'DeleteAccount'; at: string; eraseAt: string }
  | { type: 'EraseAccount'; at: string };
