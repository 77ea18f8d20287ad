import { randomUUID } from 'node:crypto';
import { assessmentsEvents, PRODUCT, profileAssessmentsEvents, tokensRpc, type UserId } from '@candid/contracts';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type StartedTest, TokensFixture } from '../tokens.fixture.spec.js';

describe('a change of the number of assessors', () => {
  let tokens: TokensFixture;

  beforeAll(async () => {
    tokens = await TokensFixture.start();
    await tokens.startWorker();
  });
  afterAll(async () => {
    await tokens.stop();
  });

  const assessmentOf = (test: StartedTest) => ({
    assessmentId: test.assessmentIds[0]!,
    photoId: randomUUID(),
    photoAssessmentId: test.photoAssessmentId,
    userId: test.ownerId,
  });
  const extension = async (test: StartedTest, assessors: number) => {
    const amountTokens = assessors * 5;
    const holdId = randomUUID();
    const legs = [{ assessmentId: test.assessmentIds[0]!, amountTokens }];
    const expiresAt = new Date(Date.now() + PRODUCT.holdMs).toISOString();
    const request = { userId: test.ownerId, holdId, legs, expiresAt } as never;
    await tokens.rpc.call(tokensRpc.placeHold, request, tokens.context(test.ownerId));
    const change = { holdId, additionalAssessors: assessors, testLimit: 4 + assessors, amountTokens };
    return { ...assessmentOf(test), ...change, isReopened: false, extendedAt: new Date().toISOString() };
  };
  const shrinking = (test: StartedTest, assessors: number) => ({
    ...assessmentOf(test),
    refundId: randomUUID(),
    removedAssessors: assessors,
    testLimit: 4,
    refundTokens: assessors * 5,
    shrunkAt: new Date().toISOString(),
  });
  const available = async (userId: UserId) => (await tokens.balance(userId)).available;
  const afterRefund = (userId: UserId, refundId: string) =>
    tokens.rpc.call(tokensRpc.getBalanceAfterRefund, { userId, refundId, waitMs: 2_000 }, tokens.context(userId));

  it('adds an extension’s hold to the escrow once, even if delivered twice and before the start', async () => {
    const ownerId = await tokens.newUser();
    const test = await tokens.heldTest(ownerId, 1);
    const extended = await tokens.publish(assessmentsEvents.AssessedPhotoExtended, await extension(test, 2));
    await tokens.deliver(assessmentsEvents.AssessedPhotoExtended, extended);
    await tokens.settled('post-hold-on-assessed-photo-extended', extended);
    expect(await tokens.escrow(test.assessmentIds[0]!)).toBe(10);
    await tokens.settled('post-hold-on-photo-assessment-started', await tokens.publishStart(test));
    expect(await tokens.escrow(test.assessmentIds[0]!)).toBe(30);
    expect(await tokens.balance(ownerId)).toEqual({ posted: 10, held: 0, available: 10 });
  });

  it('refunds removed assessors once each time, delivered once or twice', async () => {
    const ownerId = await tokens.newUser();
    const test = await tokens.startedTest(ownerId, 1);
    const [one, other] = [shrinking(test, 1), shrinking(test, 2)];
    const first = await tokens.publish(assessmentsEvents.AssessedPhotoShrunk, one);
    await tokens.deliver(assessmentsEvents.AssessedPhotoShrunk, first);
    await tokens.publish(assessmentsEvents.AssessedPhotoShrunk, one);
    expect(await afterRefund(ownerId, one.refundId)).toEqual({ available: 25, booked: true });
    await tokens.publish(assessmentsEvents.AssessedPhotoShrunk, other);
    expect(await afterRefund(ownerId, other.refundId)).toEqual({ available: 35, booked: true });
    await tokens.publishEnd(test, test.assessmentIds[0]!, 5);
    await eventually(async () => expect(await available(ownerId)).toBe(40));
    expect(await tokens.escrow(test.assessmentIds[0]!)).toBe(0);
  });

  it('leads to the same balances in any order with start, ratings and end', async () => {
    const ownerId = await tokens.newUser();
    const assessorId = await tokens.newUser();
    const test = await tokens.heldTest(ownerId, 1);
    const extended = await extension(test, 3);
    await Promise.all([
      tokens.publishEnd(test, test.assessmentIds[0]!, 20),
      tokens.publishRatings(test, assessorId),
      tokens.publish(assessmentsEvents.AssessedPhotoShrunk, shrinking(test, 2)),
      tokens.publish(assessmentsEvents.AssessedPhotoExtended, extended),
    ]);
    await tokens.publishStart(test);
    await eventually(async () => {
      expect(await tokens.escrow(test.assessmentIds[0]!)).toBe(0);
      expect(await available(ownerId)).toBe(35);
    });
  });

  it('leads to the same balances for a profile assessment, delivered twice in reverse order', async () => {
    const [userId, assessorId] = [await tokens.newUser(), await tokens.newUser()];
    const assessmentId = randomUUID();
    const hold = async (amountTokens: number) => {
      const holdId = randomUUID();
      const expiresAt = new Date(Date.now() + PRODUCT.holdMs).toISOString();
      const request = { userId, holdId, legs: [{ assessmentId, amountTokens }], expiresAt } as never;
      await tokens.rpc.call(tokensRpc.placeHold, request, tokens.context(userId));
      return { holdId, amountTokens };
    };
    const now = new Date().toISOString();
    const rating = { submissionId: randomUUID(), assessorId, comments: [], consumedTokens: 5, rewardTokens: 15 };
    const shrunk = { refundId: randomUUID(), removedAssessors: 1, testLimit: 5, refundTokens: 5, shrunkAt: now };
    const [first, more] = [await hold(20), await hold(10)];
    const events = profileAssessmentsEvents;
    for (const [type, data] of [
      [events.ProfileRoundEnded, { refundTokens: 20, endedAt: now }],
      [events.ProfileRoundShrunk, shrunk],
      [events.ProfileRatingAccepted, { ...rating, acceptedAt: now }],
      [events.ProfileRoundExtended, { ...more, additionalAssessors: 2, testLimit: 6, extendedAt: now }],
      [events.ProfileRoundStarted, { ...first, testLimit: 4, startedAt: now }],
    ] as const) {
      const told = { profileAssessmentId: randomUUID(), assessmentId, userId, ...data };
      await tokens.deliver(type, await tokens.publish(type, told as never));
    }
    await eventually(async () => {
      expect(await tokens.balance(userId)).toEqual({ posted: 35, held: 0, available: 35 });
      expect(await tokens.escrow(assessmentId)).toBe(0);
      expect(await available(assessorId)).toBe(55);
    });
    expect(await tokens.transfersOf(`refund:${assessmentId}`)).toBe(1);
  });

  it('leaves the ledger whole', async () => {
    expect(await tokens.faults()).toEqual([]);
  });
});

describe('tokens set aside for the next start', () => {
  let tokens: TokensFixture;

  beforeAll(async () => {
    tokens = await TokensFixture.start();
  });
  afterAll(async () => {
    await tokens.stop();
  });

  const setAside = (userId: UserId, assessors: number, key: string = randomUUID()) => {
    const context = tokens.context(userId, { idempotency: { key, fingerprint: String(assessors) } });
    return tokens.rpc.call(tokensRpc.holdForNextStart, { userId, assessors }, context);
  };
  const release = (userId: UserId) => tokens.rpc.call(tokensRpc.releaseUnusedHolds, { userId }, tokens.context(userId));

  it('are set aside once for fifty requests with tokens for one', async () => {
    const userId = await tokens.newUser();
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => setAside(userId, 8)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await tokens.balance(userId)).toEqual({ posted: 40, held: 40, available: 0 });
  });

  it('are set aside once for a request’s repeats', async () => {
    const userId = await tokens.newUser();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => setAside(userId, 2, key)));
    for (const answer of answers) expect(answer).toEqual({ available: 30 });
    await release(userId);
    expect(await setAside(userId, 2, key)).toEqual({ available: 40 });
  });

  it('are used up by the next start, and not given back again afterwards', async () => {
    const userId = await tokens.newUser();
    await setAside(userId, 8);
    const test = await tokens.heldTest(userId, 2);
    expect(await tokens.balance(userId)).toEqual({ posted: 40, held: 40, available: 0 });
    expect(await release(userId)).toEqual({ available: 0 });
    await tokens.settled('post-hold-on-photo-assessment-started', await tokens.publishStart(test));
    expect(await tokens.balance(userId)).toEqual({ posted: 0, held: 0, available: 0 });
  });

  it('are used up in one moment: nobody’s purchase comes in between', async () => {
    const holds = async (userId: UserId) => {
      const { rows } = await tokens.pool.query(
        "select xmin, type, data->>'amountTokens' as tokens from events where data->>'account' = $1 order by global_position",
        [`user:${userId}`],
      );
      return rows;
    };
    for (let round = 1; round <= 10; round += 1) {
      const userId = await tokens.newUser();
      await setAside(userId, 8);
      // No other request may get the tokens of the advance hold.
      const [started, ...others] = await Promise.allSettled([
        tokens.heldTest(userId, 2),
        ...Array.from({ length: 4 }, () => setAside(userId, 8)),
      ]);
      expect(started!.status).toBe('fulfilled');
      expect(others.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
      const [ahead, released, placed] = await holds(userId);
      expect([ahead, released, placed].map(({ type }) => type)).toEqual(['HoldPlaced', 'HoldVoided', 'HoldPlaced']);
      expect(released.xmin).toBe(placed.xmin);
    }
  });

  it('stay where a start is refused for want of tokens', async () => {
    const userId = await tokens.newUser();
    await setAside(userId, 4);
    await expect(tokens.heldTest(userId, 3)).rejects.toMatchObject({ code: 'INSUFFICIENT_TOKENS' });
    expect(await tokens.balance(userId)).toEqual({ posted: 40, held: 20, available: 20 });
  });

  it('are used up once by two starts at once, with tokens for one', async () => {
    const userId = await tokens.newUser();
    await setAside(userId, 8);
    const both = await Promise.allSettled([tokens.heldTest(userId, 2), tokens.heldTest(userId, 2)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await tokens.balance(userId)).toEqual({ posted: 40, held: 40, available: 0 });
  });

  it('return when asked for, and by themselves after 15 minutes', async () => {
    const userId = await tokens.newUser();
    await setAside(userId, 3);
    expect(await release(userId)).toEqual({ available: 40 });
    await setAside(userId, 4);
    tokens.passTime(16 * 60_000);
    await tokens.startWorker();
    await eventually(async () => expect((await tokens.balance(userId)).available).toBe(40));
    await tokens.stopWorker();
    expect(await tokens.faults()).toEqual([]);
  });
});
