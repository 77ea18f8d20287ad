import { randomUUID } from 'node:crypto';
import {
  type AssessmentId,
  PRODUCT,
  type ProfileAssessmentId,
  profileAssessmentsEvents,
  type SubmissionId,
  supportLedgerRpc,
  tokensRpc,
  type UserId,
} from '@candid/contracts';
import { eventually } from '@candid/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { TokensFixture } from '../tokens.fixture.spec.js';

describe('an event about a profile assessment', () => {
  let tokens: TokensFixture;

  beforeAll(async () => {
    tokens = await TokensFixture.start();
    tokens.answerAsAssessments();
    await tokens.startWorker();
  });
  afterEach(async () => {
    const context = tokens.context(undefined, { roles: ['support'] });
    const { checks } = await tokens.rpc.call(supportLedgerRpc.reconcile, {}, context);
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  });
  afterAll(() => tokens.stop());

  const now = () => new Date().toISOString();
  const available = async (userId: UserId) => (await tokens.balance(userId)).available;

  async function hold(userId: UserId, assessmentId: AssessmentId, evaluators: number) {
    const holdId = randomUUID() as never;
    const legs = [{ assessmentId, amountTokens: evaluators * 5 }];
    const expiresAt = new Date(Date.now() + PRODUCT.holdMs).toISOString();
    await tokens.rpc.call(tokensRpc.placeHold, { userId, holdId, legs, expiresAt }, tokens.context(userId));
    return { holdId, amountTokens: evaluators * 5 };
  }

  async function startedRun(evaluators: number) {
    const userId = await tokens.newUser();
    const run = {
      profileAssessmentId: randomUUID() as ProfileAssessmentId,
      assessmentId: randomUUID() as AssessmentId,
      userId,
    };
    const held = await hold(userId, run.assessmentId, evaluators);
    const start = { ...run, ...held, testLimit: evaluators, startedAt: now() };
    const started = await tokens.publish(profileAssessmentsEvents.ProfileRoundStarted, start);
    await tokens.deliver(profileAssessmentsEvents.ProfileRoundStarted, started);
    await tokens.settled('post-hold-on-profile-round-started', started);
    return run;
  }

  async function evaluate(run: Awaited<ReturnType<typeof startedRun>>, rewardTokens: number): Promise<UserId> {
    const assessorId = await tokens.newUser();
    const rating = {
      submissionId: randomUUID() as SubmissionId,
      assessorId,
      comments: [],
      consumedTokens: 5,
      rewardTokens,
    };
    const accepted = await tokens.publish(profileAssessmentsEvents.ProfileRatingAccepted, {
      ...{ ...run, ...rating, acceptedAt: now() },
    });
    await tokens.deliver(profileAssessmentsEvents.ProfileRatingAccepted, accepted);
    await tokens.settled('book-on-profile-rating-accepted', accepted);
    return assessorId;
  }

  const end = (run: Awaited<ReturnType<typeof startedRun>>, refundTokens: number) =>
    tokens.publish(profileAssessmentsEvents.ProfileRoundEnded, { ...run, refundTokens, endedAt: now() });

  it('consumes and rewards each evaluation, and refunds the rest once when it ends', async () => {
    const run = await startedRun(5);
    expect(await tokens.escrow(run.assessmentId)).toBe(25);
    const assessorId = await evaluate(run, 15);
    expect(await available(assessorId)).toBe(55);
    const ended = await end(run, 20);
    await tokens.deliver(profileAssessmentsEvents.ProfileRoundEnded, ended);
    await tokens.settled('refund-on-profile-round-ended', ended);
    await eventually(async () => expect(await available(run.userId)).toBe(35));
    expect(await tokens.escrow(run.assessmentId)).toBe(0);
  });

  it('rewards nothing for an evaluation without a comment', async () => {
    const run = await startedRun(5);
    expect(await available(await evaluate(run, 0))).toBe(40);
    expect(await tokens.escrow(run.assessmentId)).toBe(20);
  });

  it('leads to the same balances if assessors are added and removed', async () => {
    const run = await startedRun(5);
    const more = await hold(run.userId, run.assessmentId, 2);
    const extended = await tokens.publish(profileAssessmentsEvents.ProfileRoundExtended, {
      ...{ ...run, ...more, additionalAssessors: 2, testLimit: 7, extendedAt: now() },
    });
    await tokens.settled('post-hold-on-profile-round-extended', extended);
    expect(await tokens.escrow(run.assessmentId)).toBe(35);
    const refundId = randomUUID();
    await tokens.publish(profileAssessmentsEvents.ProfileRoundShrunk, {
      ...{ ...run, refundId, removedAssessors: 3, testLimit: 4, refundTokens: 15, shrunkAt: now() },
    });
    const request = { userId: run.userId, refundId, waitMs: 2_000 };
    const refunded = await tokens.rpc.call(tokensRpc.getBalanceAfterRefund, request, tokens.context(run.userId));
    expect(refunded).toEqual({ available: 20, booked: true });
    await end(run, 20);
    await eventually(async () => expect(await available(run.userId)).toBe(40));
  });
});
