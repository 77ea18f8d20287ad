import type { AccountEvent, AccountRole, LocationsPreference } from './events.js';

/** One first assessment as far as its events have arrived, in whatever order. */
export interface FirstAssessment {
  startedAt?: string;
  completedAt?: string;
  resetAt?: string;
}

export interface RegisteredAccount {
  status: 'registered';
  userId: string;
  country: string | null;
  registeredAt: string;
  roles: AccountRole[];
  locationsPreference: LocationsPreference;
  notificationNumber: number;
  generalNotifNumber: number;
  firstLoginDismissedAt: string | null;
  firstProfileMadeAt: string | null;
  deletion: { requestedAt: string; eraseAt: string; erasedAt: string | null } | null;
  /** By test id. A reset one stays, so that its late start or completion changes nothing. */
  firstAssessments: Record<string, FirstAssessment>;
}

export type AccountState = { status: 'unregistered' } | RegisteredAccount;

export const initialState = (): AccountState => ({ status: 'unregistered' });

/** An event on a stream that does not begin with UserRegistered is a broken invariant and throws. */
export function evolve(state: AccountState, event: AccountEvent): AccountState {
  if (event.type === 'UserRegistered') return registered(event.data);
  if (state.status !== 'registered') throw new Error(`${event.type} before UserRegistered`);
  const account = { ...state };
  if ('notificationNumber' in event.data) {
    account.notificationNumber = event.data.notificationNumber;
    account.generalNotifNumber = event.data.generalNotifNumber;
  }
  switch (event.type) {
    case 'AssessorApproved':
    case 'NewRatingsNotified':
    case 'NewGeneralRatingNotified':
    case 'NotificationsCleared':
    case 'GeneralNotificationsCleared':
      return account;
    case 'RoleGranted':
      return { ...account, roles: [...account.roles, event.data.role] };
    case 'FirstLoginDismissed':
      return { ...account, firstLoginDismissedAt: event.data.dismissedAt };
    case 'LocationPreferenceChosen':
      return { ...account, locationsPreference: event.data.locationsPreference };
    case 'FirstAssessmentStarted':
      return withFirstAssessment(account, event.data.testId, { startedAt: event.data.startedAt });
    case 'FirstAssessmentCompleted':
      return withFirstAssessment(account, event.data.testId, { completedAt: event.data.completedAt });
    case 'FirstAssessmentReset':
      return withFirstAssessment(account, event.data.testId, { resetAt: event.data.resetAt });
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

function registered(event: { userId: string; country: string | null; registeredAt: string }): RegisteredAccount {
  return {
    ...event,
    status: 'registered',
    roles: ['user'],
    locationsPreference: 'All',
    notificationNumber: 0,
    generalNotifNumber: 0,
    firstLoginDismissedAt: null,
    firstProfileMadeAt: null,
    deletion: null,
    firstAssessments: {},
  };
}

function withFirstAssessment(account: RegisteredAccount, testId: string, change: FirstAssessment): RegisteredAccount {
  const assessment = { ...account.firstAssessments[testId], ...change };
  return { ...account, firstAssessments: { ...account.firstAssessments, [testId]: assessment } };
}
