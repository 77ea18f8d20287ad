import { type LocationPreference, MailKind, type MailPreferences, type Role } from '@candid/contracts';
import { DomainError } from '@candid/event-store';
import { evolveSuspensions, isAboutSuspension, type SuspensionEvent, type Suspensions } from './suspension.js';

export const mailPreferencesOf = (unwanted: readonly MailKind[]): MailPreferences =>
  Object.fromEntries(MailKind.options.map((kind) => [kind, !unwanted.includes(kind)])) as MailPreferences;

/** Returns the kinds that are switched off after the choice. A kind that `chosen` leaves out does not change. */
export const unwantedAfter = (unwanted: readonly MailKind[], chosen: MailChoice): MailKind[] =>
  MailKind.options.filter((kind) => !(chosen[kind] ?? !unwanted.includes(kind)));

type MailChoice = { [Kind in MailKind]?: boolean | undefined };

/** The account's notification counts after the event. They allow publishing the event without loading the account. */
export interface NotificationCounts {
  notificationNumber: number;
  generalNotifNumber: number;
}

/** How a person became an assessor. */
export type ApprovedBy = { passkeyName: string } | { trialId: string };

/**
 * Events of an account. E-mail, phone and password are in separate tables. `country`, `lookingFor` and
 * `selfDescription` are sealed with the person's key. The account's deletion destroys the key. Dates are ISO 8601 in
 * UTC, as `Date.prototype.toISOString` writes them, so that they can be compared as text.
 */
export type AccountEvent =
  | {
      type: 'UserRegistered';
      /** `hasWelcomeGrant`: true for the first account of a mailbox. */
      data: { userId: string; country: string | null; hasWelcomeGrant: boolean; registeredAt: string };
    }
  | { type: 'AssessorApproved'; data: ApprovedBy & { approvedAt: string } }
  | { type: 'RoleGranted'; data: { role: Role } & NotificationCounts }
  | { type: 'RoleRevoked'; data: { role: Role } & NotificationCounts }
  | { type: 'SecondFactorConfirmed'; data: { confirmedAt: string } }
  /** `codesLeft`: number of recovery codes after this use. */
  | { type: 'RecoveryCodeUsed'; data: { usedAt: string; codesLeft: number } }
  | { type: 'RecoveryCodesReplaced'; data: { replacedAt: string } }
  | { type: 'SecondFactorReset'; data: { resetAt: string } }
  | { type: 'FirstLoginDismissed'; data: { dismissedAt: string } & NotificationCounts }
  | { type: 'LocationPreferenceChosen'; data: { locationsPreference: LocationPreference } }
  | { type: 'CountryChosen'; data: { country: string | null } }
  | { type: 'LookingForChosen'; data: { lookingFor: string | null } }
  | { type: 'SelfDescriptionChosen'; data: { selfDescription: string | null } }
  /** All kinds that are switched off now, in the order of `MailKind`. */
  | { type: 'MailsChosen'; data: { unwanted: MailKind[] } }
  /** A mail came back, because the address takes none. `status`: reason (RFC 3463), such as `5.1.1`. */
  | { type: 'EmailBounced'; data: { status: string; bouncedAt: string } & NotificationCounts }
  /** The person confirmed the address after a bounce. */
  | { type: 'EmailConfirmed'; data: { confirmedAt: string } & NotificationCounts }
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
  /** The photo's ratings are deleted with it. */
  | { type: 'PhotoDeleted'; data: { photoId: string } & NotificationCounts }
  /** `photoIds`: the photos of the profile. */
  | { type: 'NewGeneralRatingNotified'; data: { submissionId: string; photoIds: string[] } & NotificationCounts }
  | { type: 'NotificationsCleared'; data: NotificationCounts }
  | { type: 'GeneralNotificationsCleared'; data: NotificationCounts }
  | SuspensionEvent
  | { type: 'AccountDeleted'; data: { deletedAt: string; eraseAt: string } }
  | { type: 'AccountErased'; data: { erasedAt: string } };

const streamPrefix = 'account-';

export const accountStreamId = (userId: string): string => `${streamPrefix}${userId}`;

/** Returns the user id of an account's stream; undefined for a stream of another category. */
export const userIdOfStream = (streamId: string): string | undefined =>
  streamId.startsWith(streamPrefix) ? streamId.slice(streamPrefix.length) : undefined;

/** Dates have the same format as in events. */
export type AccountCommand =
  /** `country` is sealed with the person's key. */
  | { type: 'Register'; userId: string; country: string | null; hasWelcomeGrant: boolean; at: string }
  | { type: 'GrantRole'; role: Role }
  | { type: 'RevokeRole'; role: Exclude<Role, 'user'> }
  | { type: 'ConfirmSecondFactor'; at: string }
  | { type: 'UseRecoveryCode'; at: string; codesLeft: number }
  | { type: 'ReplaceRecoveryCodes'; at: string }
  | { type: 'ResetSecondFactor'; at: string }
  | { type: 'ApproveAssessor'; by: ApprovedBy; at: string }
  | { type: 'DismissFirstLogin'; at: string }
  /** `country` is sealed; null removes it, and undefined leaves it unchanged. */
  | { type: 'ChooseLocationPreference'; locationsPreference: LocationPreference; country?: string | null }
  /** `lookingFor` is sealed, or null if nothing was ever chosen. */
  | { type: 'ChooseLookingFor'; lookingFor: string | null }
  | { type: 'ChooseSelfDescription'; selfDescription: string | null }
  | { type: 'ChooseMails'; mails: MailChoice }
  /** `sentAt`: time at which the mail left that came back at `at`. */
  | { type: 'RecordBounce'; sentAt: string; status: string; at: string }
  | { type: 'ConfirmEmail'; at: string }
  | { type: 'RecordFirstAssessmentStart'; photoAssessmentId: string; startedAt: string }
  | { type: 'RecordFirstAssessmentCompletion'; photoAssessmentId: string; completedAt: string }
  | { type: 'RecordFirstAssessmentReset'; photoAssessmentId: string; restartTokens: number; resetAt: string }
  | { type: 'RecordFirstProfile'; photoId: string; madeAt: string }
  | { type: 'NotifyOfRatings'; submissionId: string; photoAssessmentId: string; photoIds: string[] }
  | { type: 'RecordPhotoDeleted'; photoId: string }
  | { type: 'NotifyOfGeneralRating'; submissionId: string; photoIds: string[] }
  | { type: 'ClearNotifications' }
  | { type: 'ClearGeneralNotifications' }
  | { type: 'RecordSuspension'; fact: SuspensionEvent }
  | { type: 'DeleteAccount'; at: string; eraseAt: string }
  | { type: 'EraseAccount'; at: string };

/** Known facts of one first assessment. The events arrive in any order; each fills its own field. */
export interface FirstAssessment {
  startedAt?: string;
  completedAt?: string;
  resetAt?: string;
  /** Tokens that the reset gave back. */
  restartTokens?: number;
}

/** Ratings that the owner was notified of but has not seen. */
export interface UnseenRatings {
  photoAssessmentId: string;
  photoIds: string[];
}

export interface RegisteredAccount {
  status: 'registered';
  userId: string;
  /** Sealed, like `lookingFor` and `selfDescription`. */
  country: string | null;
  /** Null before the person has chosen. */
  lookingFor: string | null;
  selfDescription: string | null;
  registeredAt: string;
  roles: Role[];
  locationsPreference: LocationPreference;
  unwantedMails: MailKind[];
  /** Null if mails arrive, as far as known. */
  emailBouncedAt: string | null;
  emailConfirmedAt: string | null;
  notificationNumber: number;
  unseenRatings: UnseenRatings[];
  /** Ratings of these photos no longer count. */
  deletedPhotoIds: string[];
  generalNotifNumber: number;
  /** Ratings of the profile that the owner has not seen. */
  unseenGeneralRatings: Pick<UnseenRatings, 'photoIds'>[];
  secondFactorConfirmedAt: string | null;
  firstLoginDismissedAt: string | null;
  firstProfileMadeAt: string | null;
  deletionRequestedAt: string | null;
  /** Null unless the account is deleted. */
  eraseAt: string | null;
  erasedAt: string | null;
  suspensions: Suspensions;
  /** Keyed by photo assessment id. An entry stays after a reset, so that late events change nothing. */
  firstAssessments: Record<string, FirstAssessment>;
}

export type AccountState = { status: 'unregistered' } | RegisteredAccount;

export const initialState = (): AccountState => ({ status: 'unregistered' });

/** @throws Error for an event before `UserRegistered`, because this is a broken invariant */
export function evolve(state: AccountState, event: AccountEvent): AccountState {
  if (event.type === 'UserRegistered') return registered(event.data);
  if (state.status !== 'registered') throw new Error(`${event.type} before UserRegistered`);
  if (isAboutSuspension(event)) return { ...state, suspensions: evolveSuspensions(state.suspensions, event) };
  const account = { ...state };
  if ('notificationNumber' in event.data) {
    account.notificationNumber = event.data.notificationNumber;
    account.generalNotifNumber = event.data.generalNotifNumber;
  }
  switch (event.type) {
    case 'AssessorApproved':
    case 'RecoveryCodeUsed':
    case 'RecoveryCodesReplaced':
      return account;
    case 'NewGeneralRatingNotified': {
      const { photoIds } = event.data;
      return { ...account, unseenGeneralRatings: [...account.unseenGeneralRatings, { photoIds }] };
    }
    case 'GeneralNotificationsCleared':
      return { ...account, unseenGeneralRatings: [] };
    case 'NewRatingsNotified': {
      const { photoAssessmentId, photoIds } = event.data;
      return { ...account, unseenRatings: [...account.unseenRatings, { photoAssessmentId, photoIds }] };
    }
    case 'NotificationsCleared':
      return { ...account, unseenRatings: [] };
    case 'PhotoDeleted': {
      const deletedPhotoIds = [...account.deletedPhotoIds, event.data.photoId];
      return {
        ...account,
        deletedPhotoIds,
        unseenRatings: withoutGone(account.unseenRatings, deletedPhotoIds),
        unseenGeneralRatings: withoutGone(account.unseenGeneralRatings, deletedPhotoIds),
      };
    }
    case 'RoleGranted':
      return { ...account, roles: [...account.roles, event.data.role] };
    case 'RoleRevoked':
      return { ...account, roles: account.roles.filter((role) => role !== event.data.role) };
    case 'SecondFactorConfirmed':
      return { ...account, secondFactorConfirmedAt: event.data.confirmedAt };
    case 'SecondFactorReset':
      return { ...account, secondFactorConfirmedAt: null };
    case 'FirstLoginDismissed':
      return { ...account, firstLoginDismissedAt: event.data.dismissedAt };
    case 'LocationPreferenceChosen':
      return { ...account, locationsPreference: event.data.locationsPreference };
    case 'CountryChosen':
      return { ...account, country: event.data.country };
    case 'LookingForChosen':
      return { ...account, lookingFor: event.data.lookingFor };
    case 'SelfDescriptionChosen':
      return { ...account, selfDescription: event.data.selfDescription };
    case 'MailsChosen':
      return { ...account, unwantedMails: event.data.unwanted };
    case 'EmailBounced':
      return { ...account, emailBouncedAt: event.data.bouncedAt };
    case 'EmailConfirmed':
      return { ...account, emailBouncedAt: null, emailConfirmedAt: event.data.confirmedAt };
    case 'FirstAssessmentStarted':
      return withFirstAssessment(account, event.data.photoAssessmentId, { startedAt: event.data.startedAt });
    case 'FirstAssessmentCompleted':
      return withFirstAssessment(account, event.data.photoAssessmentId, { completedAt: event.data.completedAt });
    case 'FirstAssessmentReset': {
      const { photoAssessmentId, restartTokens, resetAt } = event.data;
      const unseenRatings = unseenWithoutTest(account, photoAssessmentId);
      return withFirstAssessment({ ...account, unseenRatings }, photoAssessmentId, { restartTokens, resetAt });
    }
    case 'FirstProfileMade':
      return { ...account, firstProfileMadeAt: event.data.madeAt };
    case 'AccountDeleted':
      return { ...account, deletionRequestedAt: event.data.deletedAt, eraseAt: event.data.eraseAt };
    case 'AccountErased':
      return { ...account, erasedAt: event.data.erasedAt };
  }
}

export const unseenWithoutTest = ({ unseenRatings }: RegisteredAccount, photoAssessmentId: string): UnseenRatings[] =>
  unseenRatings.filter((ratings) => ratings.photoAssessmentId !== photoAssessmentId);

/** Returns true if all photos of a rating are deleted. The rating counts as long as one photo is left. */
export const isGone = (photoIds: readonly string[], deletedPhotoIds: readonly string[]): boolean =>
  photoIds.length > 0 && photoIds.every((photoId) => deletedPhotoIds.includes(photoId));

const withoutGone = <Rated extends { photoIds: string[] }>(
  rated: readonly Rated[],
  deletedPhotoIds: readonly string[],
): Rated[] => rated.filter(({ photoIds }) => !isGone(photoIds, deletedPhotoIds));

function registered(event: { userId: string; country: string | null; registeredAt: string }): RegisteredAccount {
  return {
    ...event,
    status: 'registered',
    lookingFor: null,
    selfDescription: null,
    roles: ['user'],
    locationsPreference: 'All',
    unwantedMails: [],
    emailBouncedAt: null,
    emailConfirmedAt: null,
    notificationNumber: 0,
    unseenRatings: [],
    deletedPhotoIds: [],
    generalNotifNumber: 0,
    unseenGeneralRatings: [],
    secondFactorConfirmedAt: null,
    firstLoginDismissedAt: null,
    firstProfileMadeAt: null,
    deletionRequestedAt: null,
    eraseAt: null,
    erasedAt: null,
    suspensions: {},
    firstAssessments: {},
  };
}

function withFirstAssessment(
  account: RegisteredAccount,
  photoAssessmentId: string,
  change: FirstAssessment,
): RegisteredAccount {
  const assessment = { ...account.firstAssessments[photoAssessmentId], ...change };
  return { ...account, firstAssessments: { ...account.firstAssessments, [photoAssessmentId]: assessment } };
}

export const accountUnknown = (): DomainError => new DomainError('NOT_FOUND', 'There is no such account.');
