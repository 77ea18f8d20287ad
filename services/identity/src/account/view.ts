import type { AccountView as ShownAccount } from '@candid/contracts';
import type { RegisteredAccount } from './account.js';

export type ShownFacts = OnboardingFacts &
  Pick<RegisteredAccount, 'userId' | 'roles' | 'notificationNumber' | 'generalNotifNumber' | 'emailBouncedAt'>;

/** The account without personal details, so that idempotency records may contain it. */
export type ImpersonalView = Omit<AccountView, 'email' | 'name' | 'language'>;

export type AccountView = Omit<ShownAccount, 'userId'> & { userId: string };

export function impersonalViewOf(account: ShownFacts): ImpersonalView {
  const { userId, roles, notificationNumber, generalNotifNumber, emailBouncedAt } = account;
  const approvedAssessor = roles.includes('assessor');
  const shown = { userId, roles, approvedAssessor, notificationNumber, generalNotifNumber, emailBouncedAt };
  return { ...shown, ...onboardingFlags(account) };
}

/** Shows the local part of the e-mail address as the person's name. */
export function withDetails(
  view: ImpersonalView,
  { email, language }: Pick<AccountView, 'email' | 'language'>,
): AccountView {
  return { ...view, email, name: email.slice(0, email.lastIndexOf('@')), language };
}

type OnboardingFacts = Pick<RegisteredAccount, 'firstAssessments' | 'firstProfileMadeAt' | 'firstLoginDismissedAt'>;

export type OnboardingFlags = Pick<
  AccountView,
  | 'hasFirstLoggedIn'
  | 'hasFirstTested'
  | 'hasMadeFirstProfile'
  | 'hasCompletedFirstAssessment'
  | 'firstTestedDate'
  | 'restartTokens'
>;

/**
 * Flags for the screens only: the assessments service decides which assessment may start (`owner/decide.ts`). Facts may
 * arrive in any order. A reset cancels its own assessment and everything before the reset, so a late reset of an older
 * assessment does not affect a newer one. After a reset, all four flags are as on a new account.
 */
export function onboardingFlags(account: OnboardingFacts): OnboardingFlags {
  const assessments = Object.values(account.firstAssessments);
  const live = assessments.filter((assessment) => assessment.resetAt === undefined);
  const lastResetAt = latest(assessments.map((assessment) => assessment.resetAt));
  const lastReset = assessments.find(({ resetAt }) => resetAt !== undefined && resetAt === lastResetAt);
  const hasMadeFirstProfile = isAfter(account.firstProfileMadeAt, lastResetAt);
  return {
    hasFirstLoggedIn: isAfter(account.firstLoginDismissedAt, lastResetAt),
    hasFirstTested: live.some((assessment) => assessment.completedAt !== undefined),
    hasMadeFirstProfile,
    hasCompletedFirstAssessment: hasMadeFirstProfile,
    restartTokens: lastReset?.restartTokens ?? null,
    firstTestedDate: latest(live.map((assessment) => assessment.startedAt)),
  };
}

function latest(dates: readonly (string | undefined)[]): string | null {
  return dates.reduce<string | null>((last, date) => (date !== undefined && isAfter(date, last) ? date : last), null);
}

/** Returns false if `date` is null. Every date is after a null `other`. */
export function isAfter(date: string | null, other: string | null): boolean {
  return date !== null && (other === null || date > other);
}
