/**
 * `user:<id>` and `escrow:<assessmentId>` are rows that a transfer locks, and never go below zero. Platform accounts are
 * sums over their postings, so that no transfer waits for another on them; what they have given away is their minus.
 */
export type UserAccount = `user:${string}`;
export type EscrowAccount = `escrow:${string}`;
export type PlatformAccount = (typeof platformAccounts)[number];
export type Account = UserAccount | EscrowAccount | PlatformAccount;

export const platformAccounts = ['platform:grants', 'platform:revenue', 'platform:rewards', 'platform:sales'] as const;

export type AccountKind = 'user' | 'escrow' | PlatformAccount;

export const userAccount = (userId: string): UserAccount => `user:${userId}`;
export const escrowAccount = (assessmentId: string): EscrowAccount => `escrow:${assessmentId}`;

export const isUserAccount = (account: string): account is UserAccount => account.startsWith('user:');
export const isPlatformAccount = (account: string): account is PlatformAccount => account.startsWith('platform:');

/** Throws a RangeError for a name that is no account. */
export function kindOf(account: string): AccountKind {
  if (isUserAccount(account)) return 'user';
  if (account.startsWith('escrow:')) return 'escrow';
  const platform = platformAccounts.find((name) => name === account);
  if (!platform) throw new RangeError(`${account} is no account`);
  return platform;
}
