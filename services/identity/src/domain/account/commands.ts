import type { AccountRole, LocationsPreference } from './events.js';

/** Dates are ISO 8601 in UTC, as `Date.prototype.toISOString` writes them. */
export type AccountCommand =
  /** `country` is sealed with the person's key. */
  | { type: 'Register'; userId: string; country: string | null; at: string }
  | { type: 'GrantRole'; role: AccountRole }
  | { type: 'ApproveAssessor'; passkeyName: string; at: string }
  | { type: 'DismissFirstLogin'; at: string }
  | { type: 'ChooseLocationPreference'; locationsPreference: LocationsPreference }
  | { type: 'RecordFirstAssessmentStart'; testId: string; startedAt: string }
  | { type: 'RecordFirstAssessmentCompletion'; testId: string; completedAt: string }
  | { type: 'RecordFirstAssessmentReset'; testId: string; resetAt: string }
  | { type: 'RecordFirstProfile'; photoId: string; madeAt: string }
  | { type: 'NotifyOfRatings'; submissionId: string }
  | { type: 'NotifyOfGeneralRating'; submissionId: string }
  | { type: 'ClearNotifications' }
  | { type: 'ClearGeneralNotifications' }
  | { type: 'DeleteAccount'; at: string; eraseAt: string }
  | { type: 'EraseAccount'; at: string };
