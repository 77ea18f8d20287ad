import type { AccountView, CurrentUser, RequestContext, UserId } from '@candid/contracts';
import { ask, type Services } from './services.js';

/** The account with its spendable balance; both services are asked at once. */
export async function currentUser(services: Services, userId: UserId, context: RequestContext): Promise<CurrentUser> {
  const [account, tokenCount] = await Promise.all([
    services.call(ask.identity.getUser, { userId }, context),
    tokenCountOf(services, userId, context),
  ]);
  return { ...account, tokenCount };
}

export async function withTokenCount(
  services: Services,
  account: AccountView,
  context: RequestContext,
): Promise<CurrentUser> {
  return { ...account, tokenCount: await tokenCountOf(services, account.userId, context) };
}

export async function tokenCountOf(services: Services, userId: UserId, context: RequestContext): Promise<number> {
  const balance = await services.call(ask.tokens.getBalance, { userId }, context);
  return balance.available;
}
