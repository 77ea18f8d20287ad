import type { AccountView, CurrentUser, RequestContext, UserId } from '@candid/contracts';
import { orLastKnown } from './after-the-act.js';
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

const REFUND_WAIT_MS = 1_500;

/** The balance once a refund is booked, which is waited for a bounded time. */
export async function tokensAfter(
  services: Services,
  { userId, refundId }: { userId: UserId; refundId: string | null },
  context: RequestContext,
): Promise<number> {
  if (refundId === null) return tokenCountOf(services, userId, context);
  const request = { userId, refundId, waitMs: REFUND_WAIT_MS };
  return (await services.call(ask.tokens.getBalanceAfterRefund, request, context)).available;
}

const REWARD_WAIT_MS = 1_500;

interface Reward {
  userId: UserId;
  /** Of a submission, one for each photo assessment that it is for. */
  submissionIds: readonly string[];
  tokensEarned: number;
  /** What was available before the submission. */
  tokensBefore: number;
}

/**
 * The balance once a reward is booked, which is waited for a bounded time, and what waits for another day. The submission is
 * accepted: where the balance cannot be read, it is computed.
 */
export function tokensAfterReward(
  services: Services,
  reward: Reward,
  context: RequestContext,
): Promise<{ tokenCount: number; payableTokens: number }> {
  const { userId, submissionIds, tokensEarned, tokensBefore } = reward;
  const lastKnown = { tokenCount: tokensBefore + tokensEarned, payableTokens: 0 };
  const read = async () => {
    let tokens = lastKnown;
    for (const submissionId of submissionIds) {
      const request = { userId, submissionId, waitMs: tokensEarned > 0 ? REWARD_WAIT_MS : 0 };
      const balance = await services.call(ask.tokens.getBalanceAfterReward, request, context, { patienceMs: 0 });
      tokens = { tokenCount: balance.available, payableTokens: balance.payableTokens };
    }
    return tokens;
  };
  return orLastKnown(read(), lastKnown);
}
