import { randomUUID } from 'node:crypto';
import { assessmentsEvents, identityEvents, tokensRpc, type UserId } from '@candid/contracts';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TokensFixture } from '../tokens.fixture.spec.js';

describe('an event of another service', () => {
  let tokens: TokensFixture;

  beforeAll(async () => {
    tokens = await TokensFixture.start();
  });
  afterAll(async () => {
    await tokens.stop();
  });

  const openItems = async () =>
    (await tokens.pool.query('select id from work_items where completed_at is null')).rows.map(({ id }) => id);

  it('about a new user grants the welcome tokens once, delivered twice or sent as two events', async () => {
    const userId = randomUUID() as UserId;
    const first = await tokens.publish(identityEvents.UserRegistered, { userId, country: null });
    await tokens.deliver(identityEvents.UserRegistered, first);
    const second = await tokens.publish(identityEvents.UserRegistered, { userId, country: null });
    await tokens.settled('grant-on-user-registered', first, second);
    expect(await tokens.balance(userId)).toEqual({ posted: 40, held: 0, available: 40 });
    expect(await tokens.transfersOf(`welcome:${userId}`)).toBe(1);
  });

  it('about a start fills an escrow per assessed photo from the hold, delivered once or twice', async () => {
    const ownerId = await tokens.newUser();
    const test = await tokens.heldTest(ownerId);
    const started = await tokens.publishStart(test);
    await tokens.deliver(assessmentsEvents.PhotoAssessmentStarted, started);
    await tokens.settled('post-hold-on-photo-assessment-started', started);
    expect(await tokens.balance(ownerId)).toEqual({ posted: 0, held: 0, available: 0 });
    expect(await Promise.all(test.assessmentIds.map((id) => tokens.escrow(id)))).toEqual([20, 20]);
  });

  it('about a start whose hold was released charges the owner', async () => {
    const ownerId = await tokens.newUser();
    const test = await tokens.heldTest(ownerId);
    const release = { userId: ownerId, holdId: test.holdId } as never;
    await tokens.rpc.call(tokensRpc.voidHold, release, tokens.context(ownerId));
    const started = await tokens.publishStart(test);
    await tokens.deliver(assessmentsEvents.PhotoAssessmentStarted, started);
    await tokens.settled('post-hold-on-photo-assessment-started', started);
    expect(await tokens.balance(ownerId)).toEqual({ posted: 0, held: 0, available: 0 });
    expect(await Promise.all(test.assessmentIds.map((id) => tokens.escrow(id)))).toEqual([20, 20]);
  });

  it('about ratings that nobody pays for rewards the assessor once, delivered once or twice', async () => {
    const userId = await tokens.newUser();
    const data = { submissionId: randomUUID(), userId, rewardTokens: 20, acceptedAt: new Date().toISOString() };
    const accepted = await tokens.publish(assessmentsEvents.GoldRatingsAccepted, data);
    await tokens.deliver(assessmentsEvents.GoldRatingsAccepted, accepted);
    await tokens.settled('reward-on-gold-ratings-accepted', accepted);
    expect(await tokens.balance(userId)).toEqual({ posted: 60, held: 0, available: 60 });
  });

  it('about a spoiled rating fills the escrow for another, or pays the owner, delivered once or twice', async () => {
    const ownerId = await tokens.newUser();
    const test = await tokens.startedTest(ownerId);
    const [replacedId, refundedId] = test.assessmentIds as [string, string];
    const submissionId = randomUUID();
    const identity = {
      submissionId,
      photoId: randomUUID(),
      photoAssessmentId: test.photoAssessmentId,
      userId: ownerId,
      amountTokens: 5,
    };
    const at = new Date().toISOString();
    const place = { assessmentId: replacedId, testLimit: 5, isReopened: false, replacedAt: at };
    const { SpoiledRatingReplaced, SpoiledRatingRefunded } = assessmentsEvents;
    const replaced = await tokens.publish(SpoiledRatingReplaced, { ...identity, ...place });
    await tokens.deliver(SpoiledRatingReplaced, replaced);
    const refund = { assessmentId: refundedId, refundedAt: at };
    const refunded = await tokens.publish(SpoiledRatingRefunded, { ...identity, ...refund });
    await tokens.deliver(SpoiledRatingRefunded, refunded);
    await tokens.settled('refund-on-spoiled-rating-replaced', replaced);
    await tokens.settled('refund-on-spoiled-rating-refunded', refunded);
    expect(await Promise.all(test.assessmentIds.map((id) => tokens.escrow(id)))).toEqual([25, 20]);
    expect(await tokens.balance(ownerId)).toEqual({ posted: 5, held: 0, available: 5 });
    expect(await tokens.transfersOf(`spoiled:${submissionId}:${replacedId}`)).toBe(1);
    expect(await tokens.faults()).toEqual([]);
  });

  it('about a reset first assessment returns the tokens that it had used, once per person', async () => {
    const ownerId = await tokens.newUser();
    const assessorId = await tokens.newUser();
    const test = await tokens.startedTest(ownerId);
    await tokens.settled('book-on-ratings-accepted', await tokens.publishRatings(test, assessorId));
    const data = { photoAssessmentId: test.photoAssessmentId, userId: ownerId, photoIds: [randomUUID()] };
    for (const givenBackTokens of [10, 0]) {
      const reset = await tokens.publish(assessmentsEvents.FirstAssessmentReset, {
        ...data,
        ...{ givenBackTokens, restartTokens: 40 },
      });
      await tokens.deliver(assessmentsEvents.FirstAssessmentReset, reset);
      await tokens.settled('refund-on-first-assessment-reset', reset);
    }
    expect(await tokens.balance(ownerId)).toEqual({ posted: 10, held: 0, available: 10 });
    expect(await tokens.transfersOf(`restart:${ownerId}`)).toBe(1);
    expect(await tokens.faults()).toEqual([]);
  });

  it('about ratings consumes their prices and rewards the assessor once, delivered once or twice', async () => {
    const ownerId = await tokens.newUser();
    const assessorId = await tokens.newUser();
    const test = await tokens.startedTest(ownerId);
    const submissionId = randomUUID();
    const accepted = await tokens.publishRatings(test, assessorId, 20, submissionId);
    await tokens.deliver(assessmentsEvents.RatingsAccepted, accepted);
    const request = { userId: assessorId, submissionId, waitMs: 2_000 };
    const rewarded = await tokens.rpc.call(tokensRpc.getBalanceAfterReward, request, tokens.context(assessorId));
    expect(rewarded).toEqual({ available: 60, booked: true, payableTokens: 0 });
    await tokens.settled('book-on-ratings-accepted', accepted);
    expect(await Promise.all(test.assessmentIds.map((id) => tokens.escrow(id)))).toEqual([15, 15]);
    expect((await tokens.balance(assessorId)).available).toBe(60);
  });

  it('about ratings before their start rewards at once and books the prices after the start', async () => {
    const ownerId = await tokens.newUser();
    const assessorId = await tokens.newUser();
    const test = await tokens.heldTest(ownerId);
    const accepted = await tokens.publishRatings(test, assessorId);
    await tokens.settled('book-on-ratings-accepted', accepted);
    expect((await tokens.balance(assessorId)).available).toBe(60);
    expect(await openItems()).toContain(`booking-consume-${accepted.eventId}`);
    await tokens.startWorker();
    await tokens.settled('post-hold-on-photo-assessment-started', await tokens.publishStart(test));
    await eventually(async () => {
      expect(await Promise.all(test.assessmentIds.map((id) => tokens.escrow(id)))).toEqual([15, 15]);
      expect(await openItems()).toEqual([]);
    });
    await tokens.stopWorker();
  });

  it('about an end, delivered before earlier ratings, leaves nothing in the escrow', async () => {
    const ownerId = await tokens.newUser();
    const assessorId = await tokens.newUser();
    const test = await tokens.startedTest(ownerId);
    await tokens.startWorker();
    const ended = [];
    for (const assessmentId of test.assessmentIds) ended.push(await tokens.publishEnd(test, assessmentId, 15));
    await tokens.settled('refund-on-assessed-photo-ended', ...ended);
    await eventually(async () => expect((await tokens.balance(ownerId)).available).toBe(30));
    const accepted = await tokens.publishRatings(test, assessorId);
    await tokens.settled('book-on-ratings-accepted', accepted);
    expect(await Promise.all(test.assessmentIds.map((id) => tokens.escrow(id)))).toEqual([0, 0]);
    expect((await tokens.balance(ownerId)).available).toBe(30);
    await tokens.stopWorker();
  });

  it('leads to the same balances with all others at once, in any order', async () => {
    const ownerId = await tokens.newUser();
    const assessorIds = await Promise.all([tokens.newUser(), tokens.newUser(), tokens.newUser()]);
    const test = await tokens.heldTest(ownerId);
    await tokens.startWorker();
    const ended = test.assessmentIds.map((assessmentId) => tokens.publishEnd(test, assessmentId, 5));
    const accepted = assessorIds.map((assessorId) => tokens.publishRatings(test, assessorId));
    await Promise.all([...ended, ...accepted]);
    await tokens.publishStart(test);
    await eventually(async () => {
      expect(await Promise.all(test.assessmentIds.map((id) => tokens.escrow(id)))).toEqual([0, 0]);
      expect((await tokens.balance(ownerId)).available).toBe(10);
    });
    for (const assessorId of assessorIds) expect((await tokens.balance(assessorId)).available).toBe(60);
    await tokens.stopWorker();
  });

  it('leaves the ledger whole', async () => {
    expect(await tokens.faults()).toEqual([]);
  });
});
