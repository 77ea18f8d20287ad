import type { Role } from '@candid/contracts';
import { DomainError } from '@candid/event-store';
import {
  type AccountCommand,
  type AccountEvent,
  type AccountState,
  accountUnknown,
  evolve,
  initialState,
  isGone,
  type NotificationCounts,
  type RegisteredAccount,
  unseenWithoutTest,
  unwantedAfter,
} from './account.js';
import { decideSuspension } from './suspension.js';
import { isAfter, onboardingFlags } from './view.js';

/** Emits no event if nothing changes, so every command may be repeated. */
export function decide(command: AccountCommand, state: AccountState): AccountEvent[] {
  if (command.type === 'Register') {
    if (state.status === 'registered') throw new DomainError('CONFLICT', 'This account already exists.');
    const { userId, country, hasWelcomeGrant, at } = command;
    return [{ type: 'UserRegistered', data: { userId, country, hasWelcomeGrant, registeredAt: at } }];
  }
  if (state.status !== 'registered') throw accountUnknown();
  if (command.type === 'EraseAccount') return erase(command.at, state);
  return state.eraseAt === null ? change(command, state) : afterDeletion(command);
}

function erase(at: string, { eraseAt, erasedAt }: RegisteredAccount): AccountEvent[] {
  if (eraseAt === null || at < eraseAt) throw new DomainError('CONFLICT', 'This account is not to be erased yet.');
  return erasedAt === null ? [{ type: 'AccountErased', data: { erasedAt: at } }] : [];
}

/** Facts that arrive after the deletion change nothing. The owner's commands fail as for an unknown account. */
function afterDeletion(command: AccountCommand): AccountEvent[] {
  const isFact = command.type.startsWith('Record') || command.type.startsWith('NotifyOf');
  if (isFact || command.type === 'DeleteAccount') return [];
  throw accountUnknown();
}

type ChangeCommand = Exclude<AccountCommand, { type: 'Register' | 'EraseAccount' }>;

function change(command: ChangeCommand, account: RegisteredAccount): AccountEvent[] {
  const counts = countsOf(account);
  switch (command.type) {
    case 'GrantRole':
      return roleGranted(account, command.role);
    case 'RevokeRole':
      if (!account.roles.includes(command.role)) return [];
      return [{ type: 'RoleRevoked', data: { role: command.role, ...counts } }];
    case 'ApproveAssessor':
      if (account.roles.includes('assessor')) return [];
      return [
        { type: 'AssessorApproved', data: { ...command.by, approvedAt: command.at } },
        ...roleGranted(account, 'assessor'),
      ];
    case 'ConfirmSecondFactor':
    case 'UseRecoveryCode':
    case 'ReplaceRecoveryCodes':
    case 'ResetSecondFactor':
      return changeSecondFactor(command, account);
    case 'DismissFirstLogin':
      if (onboardingFlags(account).hasFirstLoggedIn) return [];
      return [{ type: 'FirstLoginDismissed', data: { dismissedAt: command.at, ...counts } }];
    case 'ChooseLocationPreference':
      return locationChosen(command, account);
    case 'ChooseLookingFor': {
      const { lookingFor } = command;
      return lookingFor === account.lookingFor ? [] : [{ type: 'LookingForChosen', data: { lookingFor } }];
    }
    case 'ChooseSelfDescription': {
      const { selfDescription } = command;
      if (selfDescription === account.selfDescription) return [];
      return [{ type: 'SelfDescriptionChosen', data: { selfDescription } }];
    }
    case 'ChooseMails': {
      const unwanted = unwantedAfter(account.unwantedMails, command.mails);
      return String(unwanted) === String(account.unwantedMails) ? [] : [{ type: 'MailsChosen', data: { unwanted } }];
    }
    case 'RecordBounce':
      return bounced(command, account);
    case 'ConfirmEmail':
      if (account.emailBouncedAt === null) return [];
      return [{ type: 'EmailConfirmed', data: { confirmedAt: command.at, ...counts } }];
    case 'NotifyOfRatings':
      return ratingsNotified(command, account);
    case 'RecordPhotoDeleted': {
      const { photoId } = command;
      if (account.deletedPhotoIds.includes(photoId)) return [];
      const { unseenRatings, unseenGeneralRatings } = account;
      const wentWith = (rated: readonly { photoIds: string[] }[]): number =>
        rated.filter(({ photoIds }) => isGone(photoIds, [...account.deletedPhotoIds, photoId])).length;
      const notificationNumber = account.notificationNumber - wentWith(unseenRatings);
      const generalNotifNumber = account.generalNotifNumber - wentWith(unseenGeneralRatings);
      return [{ type: 'PhotoDeleted', data: { photoId, notificationNumber, generalNotifNumber } }];
    }
    case 'NotifyOfGeneralRating': {
      const { submissionId, photoIds } = command;
      if (isGone(photoIds, account.deletedPhotoIds)) return [];
      const generalNotifNumber = account.generalNotifNumber + 1;
      return [{ type: 'NewGeneralRatingNotified', data: { submissionId, photoIds, ...counts, generalNotifNumber } }];
    }
    case 'ClearNotifications':
      if (account.notificationNumber === 0) return [];
      return [{ type: 'NotificationsCleared', data: { ...counts, notificationNumber: 0 } }];
    case 'ClearGeneralNotifications':
      if (account.generalNotifNumber === 0) return [];
      return [{ type: 'GeneralNotificationsCleared', data: { ...counts, generalNotifNumber: 0 } }];
    case 'RecordSuspension':
      return decideSuspension(command.fact, account.suspensions);
    case 'DeleteAccount':
      return [{ type: 'AccountDeleted', data: { deletedAt: command.at, eraseAt: command.eraseAt } }];
    default:
      return recordOnboarding(command, account);
  }
}

const DAY_MS = 24 * 3_600_000;

/** Emits at most one event a day, and none for a mail that left before the person confirmed the address. */
function bounced(
  { sentAt, status, at }: Extract<AccountCommand, { type: 'RecordBounce' }>,
  account: RegisteredAccount,
): AccountEvent[] {
  const { emailBouncedAt, emailConfirmedAt } = account;
  if (emailConfirmedAt !== null && !isAfter(sentAt, emailConfirmedAt)) return [];
  if (emailBouncedAt !== null && Date.parse(at) - Date.parse(emailBouncedAt) < DAY_MS) return [];
  return [{ type: 'EmailBounced', data: { status, bouncedAt: at, ...countsOf(account) } }];
}

type SecondFactorCommand = Extract<
  AccountCommand,
  { type: 'ConfirmSecondFactor' | 'UseRecoveryCode' | 'ReplaceRecoveryCodes' | 'ResetSecondFactor' }
>;

function changeSecondFactor(command: SecondFactorCommand, account: RegisteredAccount): AccountEvent[] {
  switch (command.type) {
    case 'ResetSecondFactor':
      if (account.secondFactorConfirmedAt === null) return [];
      return [{ type: 'SecondFactorReset', data: { resetAt: command.at } }];
    case 'ConfirmSecondFactor':
      return [{ type: 'SecondFactorConfirmed', data: { confirmedAt: command.at } }];
    case 'UseRecoveryCode':
      return [{ type: 'RecoveryCodeUsed', data: { usedAt: command.at, codesLeft: command.codesLeft } }];
    case 'ReplaceRecoveryCodes':
      return [{ type: 'RecoveryCodesReplaced', data: { replacedAt: command.at } }];
  }
}

/** Emits nothing if the assessment is reset or its photos are deleted. Both events may arrive before the ratings. */
function ratingsNotified(
  { submissionId, photoAssessmentId, photoIds }: Extract<AccountCommand, { type: 'NotifyOfRatings' }>,
  account: RegisteredAccount,
): AccountEvent[] {
  const isReset = account.firstAssessments[photoAssessmentId]?.resetAt !== undefined;
  if (isReset || isGone(photoIds, account.deletedPhotoIds)) return [];
  const counts = { ...countsOf(account), notificationNumber: account.notificationNumber + 1 };
  return [{ type: 'NewRatingsNotified', data: { submissionId, photoAssessmentId, photoIds, ...counts } }];
}

function locationChosen(
  { locationsPreference, country }: Extract<AccountCommand, { type: 'ChooseLocationPreference' }>,
  account: RegisteredAccount,
): AccountEvent[] {
  const events: AccountEvent[] = [];
  if (account.locationsPreference !== locationsPreference) {
    events.push({ type: 'LocationPreferenceChosen', data: { locationsPreference } });
  }
  if (country !== undefined && account.country !== country) events.push({ type: 'CountryChosen', data: { country } });
  return events;
}

type OnboardingCommand = Extract<AccountCommand, { type: `RecordFirst${string}` }>;

function recordOnboarding(command: OnboardingCommand, account: RegisteredAccount): AccountEvent[] {
  const counts = countsOf(account);
  if (command.type === 'RecordFirstProfile') {
    const { photoId, madeAt } = command;
    if (!isAfter(madeAt, account.firstProfileMadeAt)) return [];
    return [{ type: 'FirstProfileMade', data: { photoId, madeAt, ...counts } }];
  }
  const { photoAssessmentId } = command;
  const known = account.firstAssessments[photoAssessmentId];
  switch (command.type) {
    case 'RecordFirstAssessmentStart':
      if (known?.startedAt !== undefined) return [];
      return [{ type: 'FirstAssessmentStarted', data: { photoAssessmentId, startedAt: command.startedAt, ...counts } }];
    case 'RecordFirstAssessmentCompletion':
      if (known?.completedAt !== undefined) return [];
      return [
        { type: 'FirstAssessmentCompleted', data: { photoAssessmentId, completedAt: command.completedAt, ...counts } },
      ];
    case 'RecordFirstAssessmentReset': {
      if (known?.resetAt !== undefined) return [];
      const notificationNumber = unseenWithoutTest(account, photoAssessmentId).length;
      const { restartTokens, resetAt } = command;
      return [
        {
          type: 'FirstAssessmentReset',
          data: { photoAssessmentId, restartTokens, resetAt, ...counts, notificationNumber },
        },
      ];
    }
  }
}

function roleGranted(account: RegisteredAccount, role: Role): AccountEvent[] {
  return account.roles.includes(role) ? [] : [{ type: 'RoleGranted', data: { role, ...countsOf(account) } }];
}

const countsOf = ({ notificationNumber, generalNotifNumber }: RegisteredAccount): NotificationCounts => ({
  notificationNumber,
  generalNotifNumber,
});

export const accountDecider = { initialState, evolve, decide };
