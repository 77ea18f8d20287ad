import { describe, expect, it } from '@jest/globals';
import { assessmentOfSpoiledRating, restart, spoiledRating } from './posted-transfers.js';
import { escrowAccount } from './transfer.js';

const at = '2026-01-01T12:00:00.000Z';

describe('the refund of a spoiled rating', () => {
  const rating = { submissionId: 'submission-1', assessmentId: 'assessment-2', amountTokens: 5 };
  const { idempotencyKey, postings } = spoiledRating(rating, escrowAccount('assessment-2'), at);

  it('names its assessment by its key', () => {
    expect(assessmentOfSpoiledRating(idempotencyKey)).toBe('assessment-2');
  });

  it('moves the price from revenue to the account', () => {
    expect(postings).toEqual({ 'platform:revenue': -5, [escrowAccount('assessment-2')]: 5 });
  });

  it('is not the transfer of any other key', () => {
    expect(assessmentOfSpoiledRating(restart('user', 5, at).idempotencyKey)).toBeUndefined();
    expect(assessmentOfSpoiledRating(`late:${idempotencyKey}`)).toBeUndefined();
  });
});
