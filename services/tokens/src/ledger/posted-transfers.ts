import type { TransferCode } from '@candid/contracts';
import { type Account, escrowAccount, type PostTransfer, userAccount } from './transfer.js';

interface Move {
  code: TransferCode;
  key: string;
  from: Account;
  to: Account;
  tokens: number;
  /** ISO 8601. */
  at: string;
}

/** Makes a transfer that an event or a payment causes. The key ensures that the transfer is booked only once. */
function move({ code, key, from, to, tokens, at }: Move): PostTransfer {
  const postings = { [from]: -tokens, [to]: tokens };
  return { type: 'PostTransfer', code, idempotencyKey: key, postings, effectiveAt: at };
}

export const tokensOf = ({ postings }: PostTransfer): number =>
  Object.values(postings).reduce((sum, tokens) => sum + Math.max(tokens, 0), 0);

/** Booked once per user. */
export const welcomeGrant = (userId: string, tokens: number, at: string): PostTransfer =>
  move({ code: 'grant', key: `welcome:${userId}`, from: 'platform:grants', to: userAccount(userId), tokens, at });

export const purchaseKey = (checkoutId: string): string => `purchase:${checkoutId}`;

export function purchase({ checkoutId, userId, tokens, paidAt: at }: PaidCheckout): PostTransfer {
  const key = purchaseKey(checkoutId);
  return move({ code: 'purchase', key, from: 'platform:sales', to: userAccount(userId), tokens, at });
}

export interface PaidCheckout {
  checkoutId: string;
  userId: string;
  tokens: number;
  /** ISO 8601. */
  paidAt: string;
}

/** The price of one rating. */
export function consumption(submissionId: string, assessmentId: string, tokens: number, at: string): PostTransfer {
  const key = `consume:${submissionId}:${assessmentId}`;
  return move({ code: 'consume', key, from: escrowAccount(assessmentId), to: 'platform:revenue', tokens, at });
}

export interface Reward {
  submissionId: string;
  assessorId: string;
  amountTokens: number;
  /** ISO 8601. */
  acceptedAt: string;
}

export const rewardKey = (submissionId: string): string => `reward:${submissionId}`;

export function rewardTransfer(reward: Reward): PostTransfer {
  const { assessorId, amountTokens: tokens, acceptedAt: at } = reward;
  const key = rewardKey(reward.submissionId);
  return move({ code: 'reward', key, from: 'platform:rewards', to: userAccount(assessorId), tokens, at });
}

/** If an assessment ends, `id` is the assessment's id. If an assessment shrinks, `id` is the refund's own id. */
export const refundKey = (id: string): string => `refund:${id}`;

interface Refund {
  refundId: string;
  assessmentId: string;
  userId: string;
  tokens: number;
  at: string;
}

export function refund({ refundId, assessmentId, userId, tokens, at }: Refund): PostTransfer {
  const [from, to] = [escrowAccount(assessmentId), userAccount(userId)];
  return move({ code: 'refund', key: refundKey(refundId), from, to, tokens, at });
}

interface SpoiledRating {
  submissionId: string;
  assessmentId: string;
  amountTokens: number;
}

/** Moves the price of a spoiled rating to the owner, or back to the escrow for a replacement. */
export function spoiledRating(rating: SpoiledRating, to: Account, at: string): PostTransfer {
  const { submissionId, assessmentId, amountTokens: tokens } = rating;
  const key = `spoiled:${submissionId}:${assessmentId}`;
  return move({ code: 'refund', key, from: 'platform:revenue', to, tokens, at });
}

/** Returns the assessment from the key of a spoiled rating's refund, and undefined for any other key. */
export const assessmentOfSpoiledRating = (idempotencyKey: string): string | undefined =>
  /^spoiled:[^:]+:([^:]+)$/.exec(idempotencyKey)?.[1];

/** Gives back the tokens that a first assessment had used before its reset. Booked once per person. */
export const restart = (userId: string, tokens: number, at: string): PostTransfer =>
  move({ code: 'restart', key: `restart:${userId}`, from: 'platform:revenue', to: userAccount(userId), tokens, at });
