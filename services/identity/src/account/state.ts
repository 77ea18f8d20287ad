import type { AccountEvent, AccountRole, LocationsPreference } from './events.js';
import type { MailKind } from './mail-kinds.js';
import { evolveSuspensions, isAboutSuspension, type Suspensions } from './suspension.js';

/** One first assessment as far as its events have arrived, in whatever order. */
export interface FirstAssessment {
  startedAt?: string;
  completedAt?: string;
  resetAt?: string;
  /** What the reset gave back. */
  restartTokens?: number;
}

/** Ratings that the owner has been notified of and has not seen. */
export interface UnseenRatings {
  photoAssessmentId: string;
  photoIds: string[];
}

/** An evaluation of a profile that the owner has been notified of and has not seen. */
export interface UnseenGeneralRating {
  photoIds: string[];
}

export interface RegisteredAccount {
  status: 'registered';
  userId: string;
  /** Sealed, as the next two are. */
  country: string | null;
  /** Null before the person has chosen. */
  lookingFor: string | null;
  selfDescription: string | null;
  registeredAt: string;
  roles: AccountRole[];
  locationsPreference: LocationsPreference;
  unwantedMails: MailKind[];
  notificationNumber: number;
  /** As many as `notificationNumber`. */
  unseenRatings: UnseenRatings[];
  /** What is rated of these counts no more. */
  deletedPhotoIds: string[];
  generalNotifNumber: number;
  /** At most as many as `generalNotifNumber`, which also counts what came before this was kept. */
  unseenGeneralRatings: UnseenGeneralRating[];
  secondFactorConfirmedAt: string | null;
  firstLoginDismissedAt: string | null;
  firstProfileMadeAt: string | null;
  deletion: { requestedAt: string; eraseAt: string; erasedAt: string | null } | null;
  suspensions: Suspensions;
  /** By test id. A reset one stays, so that its late start or completion changes nothing. */
  firstAssessments: Record<string, FirstAssessment>;
}

export type AccountState = { status: 'unregistered' } | RegisteredAccount;

export const initialState = (): AccountState => ({ status: 'unregistered' });

/** An event on a stream that does not begin with UserRegistered is a broken invariant and throws. */
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
      const { photoIds = [] } = event.data;
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
    case 'AccountDeleted': {
      const { deletedAt: requestedAt, eraseAt } = event.data;
      return { ...account, deletion: { requestedAt, eraseAt, erasedAt: null } };
    }
    case 'AccountErased': {
      if (!account.deletion) throw new Error('AccountErased before AccountDeleted');
      return { ...account, deletion: { ...account.deletion, erasedAt: event.data.erasedAt } };
    }
  }
}

export const unseenWithoutTest = ({ unseenRatings }: RegisteredAccount, photoAssessmentId: string): UnseenRatings[] =>
  unseenRatings.filter((ratings) => ratings.photoAssessmentId !== photoAssessmentId);

/** What was rated of several photos stays while one of them is there, and where it is not known of which it was. */
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
    notificationNumber: 0,
    unseenRatings: [],
    deletedPhotoIds: [],
    generalNotifNumber: 0,
    unseenGeneralRatings: [],
    secondFactorConfirmedAt: null,
    firstLoginDismissedAt: null,
    firstProfileMadeAt: null,
    deletion: null,
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
