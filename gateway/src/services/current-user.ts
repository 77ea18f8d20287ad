import type { CurrentUser, UserId } from '@candid/contracts';
import { ask, type ServiceCall } from './services.js';

/** The account with its spendable balance; both services are asked at once. */
export async function currentUser(call: ServiceCall, userId: UserId): Promise<CurrentUser> {
  const [account, tokenCount] = await Promise.all([call(ask.identity.getUser, { userId }), tokenCountOf(call, userId)]);
  return { ...account, tokenCount };
}

export async function tokenCountOf(call: ServiceCall, userId: UserId): Promise<number> {
  return (await call(ask.tokens.getBalance, { userId })).available;
}
