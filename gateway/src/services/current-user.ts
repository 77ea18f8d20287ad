import type { CurrentUser, UserId } from '@candid/contracts';
import { orLastKnown } from './after-the-act.js';
import { ask, type ServiceCall } from './services.js';

/** The account with its spendable balance; both services are asked at once. */
export async function currentUser(call: ServiceCall, userId: UserId): Promise<CurrentUser> {
  const [account, tokenCount] = await Promise.all([call(ask.identity.getUser, { userId }), tokenCountOf(call, userId)]);
  return { ...account, tokenCount };
}

export async function tokenCountOf(call: ServiceCall, userId: UserId): Promise<number> {
  return (await call(ask.tokens.getBalance, { userId })).available;
}

const REFUND_WAIT_MS = 1_500;

/** The balance once a refund is booked, which is waited for a bounded time. */
export async function tokensAfter(call: ServiceCall, userId: UserId, refundId: string | null): Promise<number> {
  if (refundId === null) return tokenCountOf(call, userId);
  const request = { userId, refundId, waitMs: REFUND_WAIT_MS };
  return (await call(ask.tokens.getBalanceAfterRefund, request)).available;
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
  call: ServiceCall,
  { userId, submissionIds, tokensEarned, tokensBefore }: Reward,
): Promise<{ tokenCount: number; payableTokens: number }> {
  const lastKnown = { tokenCount: tokensBefore + tokensEarned, payableTokens: 0 };
  const read = async () => {
    let tokens = lastKnown;
    for (const submissionId of submissionIds) {
      const request = { userId, submissionId, waitMs: tokensEarned > 0 ? REWARD_WAIT_MS : 0 };
      const balance = await call(ask.tokens.getBalanceAfterReward, request, { patienceMs: 0 });
      tokens = { tokenCount: balance.available, payableTokens: balance.payableTokens };
    }
    return tokens;
  };
  return orLastKnown(read(), lastKnown);
}
