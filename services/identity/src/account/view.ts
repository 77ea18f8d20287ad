import type { AccountRole } from './events.js';
import { type OnboardingFacts, type OnboardingFlags, onboardingFlags } from './onboarding.js';
import type { RegisteredAccount } from './state.js';

export type ShownFacts = OnboardingFacts &
  Pick<RegisteredAccount, 'userId' | 'roles' | 'notificationNumber' | 'generalNotifNumber'>;

/** What is shown of an account but the person's e-mail and name; it may be stored with the answer to a request. */
export interface ImpersonalView extends OnboardingFlags {
  userId: string;
  roles: AccountRole[];
  approvedAssessor: boolean;
  notificationNumber: number;
  generalNotifNumber: number;
}

export interface AccountView extends ImpersonalView {
  email: string;
  name: string;
}

export function impersonalViewOf(account: ShownFacts): ImpersonalView {
  const { userId, roles, notificationNumber, generalNotifNumber } = account;
  const approvedAssessor = roles.includes('assessor');
  return { userId, roles, approvedAssessor, notificationNumber, generalNotifNumber, ...onboardingFlags(account) };
}

/** A person is shown under the local part of the e-mail address. */
export function withEmail(view: ImpersonalView, email: string): AccountView {
  return { ...view, email, name: email.slice(0, email.lastIndexOf('@')) };
}
