import type { AccountCommand } from './commands.js';
import { accountExists, accountUnknown, notDueYet } from './errors.js';
import type { AccountEvent, AccountRole, NotificationCounts } from './events.js';
import { isAfter, onboardingFlags } from './onboarding.js';
import { type AccountState, evolve, initialState, type RegisteredAccount } from './state.js';

/** What is already so is no event: every command may be given twice. */
export function decide(command: AccountCommand, state: AccountState): AccountEvent[] {
  if (command.type === 'Register') {
    if (state.status === 'registered') throw accountExists();
    const { userId, country, at } = command;
    return [{ type: 'UserRegistered', data: { userId, country, registeredAt: at } }];
  }
  if (state.status !== 'registered') throw accountUnknown();
  if (command.type === 'EraseAccount') return erased(command.at, state);
  return state.deletion ? afterDeletion(command) : change(command, state);
}

function erased(erasedAt: string, { deletion }: RegisteredAccount): AccountEvent[] {
  if (!deletion || erasedAt < deletion.eraseAt) throw notDueYet();
  return deletion.erasedAt === null ? [{ type: 'AccountErased', data: { erasedAt } }] : [];
}

/** Facts may come late and change nothing; to its person the account is not there any more. */
function afterDeletion(command: AccountCommand): AccountEvent[] {
  const isFact = command.type.startsWith('RecordFirst') || command.type.startsWith('NotifyOf');
  if (isFact || command.type === 'DeleteAccount') return [];
  throw accountUnknown();
}

type ChangeCommand = Exclude<AccountCommand, { type: 'Register' | 'EraseAccount' }>;

function change(command: ChangeCommand, account: RegisteredAccount): AccountEvent[] {
  const counts = countsOf(account);
  switch (command.type) {
    case 'GrantRole':
      return roleGranted(account, command.role);
    case 'ApproveAssessor':
      if (account.roles.includes('assessor')) return [];
      return [
        { type: 'AssessorApproved', data: { passkeyName: command.passkeyName, approvedAt: command.at } },
        ...roleGranted(account, 'assessor'),
      ];
    case 'DismissFirstLogin':
      if (onboardingFlags(account).hasFirstLoggedIn) return [];
      return [{ type: 'FirstLoginDismissed', data: { dismissedAt: command.at, ...counts } }];
    case 'ChooseLocationPreference':
      if (account.locationsPreference === command.locationsPreference) return [];
      return [{ type: 'LocationPreferenceChosen', data: { locationsPreference: command.locationsPreference } }];
    case 'NotifyOfRatings': {
      const notificationNumber = account.notificationNumber + 1;
      return [
        { type: 'NewRatingsNotified', data: { submissionId: command.submissionId, ...counts, notificationNumber } },
      ];
    }
    case 'NotifyOfGeneralRating': {
      const { submissionId } = command;
      const generalNotifNumber = account.generalNotifNumber + 1;
      return [{ type: 'NewGeneralRatingNotified', data: { submissionId, ...counts, generalNotifNumber } }];
    }
    case 'ClearNotifications':
      if (account.notificationNumber === 0) return [];
      return [{ type: 'NotificationsCleared', data: { ...counts, notificationNumber: 0 } }];
    case 'ClearGeneralNotifications':
      if (account.generalNotifNumber === 0) return [];
      return [{ type: 'GeneralNotificationsCleared', data: { ...counts, generalNotifNumber: 0 } }];
    case 'DeleteAccount':
      return [{ type: 'AccountDeleted', data: { deletedAt: command.at, eraseAt: command.eraseAt } }];
    default:
      return recordOnboarding(command, account);
  }
}

type OnboardingCommand = Extract<AccountCommand, { type: `RecordFirst${string}` }>;

function recordOnboarding(command: OnboardingCommand, account: RegisteredAccount): AccountEvent[] {
  const counts = countsOf(account);
  if (command.type === 'RecordFirstProfile') {
    const { photoId, madeAt } = command;
    if (!isAfter(madeAt, account.firstProfileMadeAt)) return [];
    return [{ type: 'FirstProfileMade', data: { photoId, madeAt, ...counts } }];
  }
  const { testId } = command;
  const known = account.firstAssessments[testId];
  switch (command.type) {
    case 'RecordFirstAssessmentStart':
      if (known?.startedAt !== undefined) return [];
      return [{ type: 'FirstAssessmentStarted', data: { testId, startedAt: command.startedAt, ...counts } }];
    case 'RecordFirstAssessmentCompletion':
      if (known?.completedAt !== undefined) return [];
      return [{ type: 'FirstAssessmentCompleted', data: { testId, completedAt: command.completedAt, ...counts } }];
    case 'RecordFirstAssessmentReset':
      if (known?.resetAt !== undefined) return [];
      return [{ type: 'FirstAssessmentReset', data: { testId, resetAt: command.resetAt, ...counts } }];
  }
}

function roleGranted(account: RegisteredAccount, role: AccountRole): AccountEvent[] {
  return account.roles.includes(role) ? [] : [{ type: 'RoleGranted', data: { role, ...countsOf(account) } }];
}

const countsOf = ({ notificationNumber, generalNotifNumber }: RegisteredAccount): NotificationCounts => ({
  notificationNumber,
  generalNotifNumber,
});

export const accountDecider = { initialState, evolve, decide };
