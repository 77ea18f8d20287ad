import { describe, expect, it } from '@jest/globals';
import { decide } from './decide.js';
import {
  assessmentOfSpoiledRating,
  consumption,
  purchase,
  purchaseKey,
  refund,
  refundKey,
  restart,
  rewardKey,
  rewardTransfer,
  spoiledRating,
  tokensOf,
  welcomeGrant,
} from './posted-transfers.js';
import { escrowAccount, initialState, type PostTransfer, userAccount } from './transfer.js';

const at = '2026-01-01T12:00:00.000Z';
const ann = userAccount('ann');
const escrow = escrowAccount('assessment-2');
const spoiled = { submissionId: 'submission-1', assessmentId: 'assessment-2', amountTokens: 5 };
const paid = { checkoutId: 'checkout-1', userId: 'ann', tokens: 50, paidAt: at };
const reward = { submissionId: 'submission-1', assessorId: 'ann', amountTokens: 15, acceptedAt: at };
const refunded = { refundId: 'refund-1', assessmentId: 'assessment-2', userId: 'ann', tokens: 10, at };

describe('a transfer that an event or a payment causes', () => {
  it.each<[string, PostTransfer, Pick<PostTransfer, 'code' | 'postings' | 'idempotencyKey'>]>([
    [
      'a new account gets its welcome grant',
      welcomeGrant('ann', 40, at),
      { code: 'grant', postings: { 'platform:grants': -40, [ann]: 40 }, idempotencyKey: 'welcome:ann' },
    ],
    [
      'a paid checkout credits its tokens',
      purchase(paid),
      {
        code: 'purchase',
        postings: { 'platform:sales': -50, [ann]: 50 },
        idempotencyKey: purchaseKey('checkout-1'),
      },
    ],
    [
      'a rating uses up its price',
      consumption('submission-1', 'assessment-2', 5, at),
      {
        code: 'consume',
        postings: { [escrow]: -5, 'platform:revenue': 5 },
        idempotencyKey: 'consume:submission-1:assessment-2',
      },
    ],
    [
      'a submission earns its reward',
      rewardTransfer(reward),
      { code: 'reward', postings: { 'platform:rewards': -15, [ann]: 15 }, idempotencyKey: rewardKey('submission-1') },
    ],
    [
      'an assessment that ends early returns the rest of its escrow',
      refund(refunded),
      { code: 'refund', postings: { [escrow]: -10, [ann]: 10 }, idempotencyKey: refundKey('refund-1') },
    ],
    [
      'a reset of the first assessment returns what it had used',
      restart('ann', 20, at),
      { code: 'restart', postings: { 'platform:revenue': -20, [ann]: 20 }, idempotencyKey: 'restart:ann' },
    ],
    [
      'a spoiled rating is refunded to its escrow',
      spoiledRating(spoiled, escrow, at),
      {
        code: 'refund',
        postings: { 'platform:revenue': -5, [escrow]: 5 },
        idempotencyKey: 'spoiled:submission-1:assessment-2',
      },
    ],
  ])('%s, and the chart of accounts allows it', (_, command, expected) => {
    expect(command).toEqual({ type: 'PostTransfer', effectiveAt: at, ...expected });
    expect(decide(command, initialState())).toHaveLength(1);
  });

  it('has as many tokens as it credits', () => {
    expect(tokensOf(welcomeGrant('ann', 40, at))).toBe(40);
    expect(tokensOf(purchase(paid))).toBe(50);
  });
});

describe('the key of a refund for a spoiled rating', () => {
  const { idempotencyKey } = spoiledRating(spoiled, ann, at);

  it('names the assessment of the rating', () => {
    expect(assessmentOfSpoiledRating(idempotencyKey)).toBe('assessment-2');
  });

  it('is unlike any other key', () => {
    expect(assessmentOfSpoiledRating(restart('ann', 5, at).idempotencyKey)).toBeUndefined();
    expect(assessmentOfSpoiledRating(`late:${idempotencyKey}`)).toBeUndefined();
  });
});
