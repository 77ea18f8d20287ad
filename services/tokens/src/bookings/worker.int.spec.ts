import { randomUUID } from 'node:crypto';
import { assessmentsEvents, tokensRpc, type UserId } from '@candid/contracts';
import { EventStore } from '@candid/event-store';
import { eventually, sessionUrlOf } from '@candid/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { LIMITS } from '../kernel/config.js';
import { Ledger, LedgerConnection } from '../ledger/ledger.js';
import { Transfers } from '../ledger/transfers.js';
import { type StartedTest, TokensFixture } from '../tokens.fixture.spec.js';
import type { BookingPayload } from './work-items.js';

const dayMs = 24 * 3_600_000;

describe('the tokens worker', () => {
  let tokens: TokensFixture;

  beforeAll(async () => {
    tokens = await TokensFixture.start({ REWARD_DAILY_CAP_TOKENS: 100, ASSESSOR_DAILY_CAP_TOKENS: 50 });
  });
  afterEach(async () => {
    await tokens.stopWorker();
    expect(await tokens.faults()).toEqual([]);
  });
  afterAll(() => tokens.stop());

  const item = async (id: string) =>
    (await tokens.pool.query('select completed_at, attempts, last_error from work_items where id = $1', [id])).rows[0];
  const done = (id: string) => eventually(async () => expect((await item(id)).completed_at).not.toBeNull());

  async function endedTest(): Promise<{ test: StartedTest; assessmentId: string }> {
    const test = await tokens.startedTest(await tokens.newUser());
    const assessmentId = test.assessmentIds[0]!;
    const ended = await tokens.publishEnd(test, assessmentId, 15);
    await tokens.settled('refund-on-assessed-photo-ended', ended);
    return { test, assessmentId };
  }

  it('refunds an ended assessment once', async () => {
    const { test, assessmentId } = await endedTest();
    await tokens.startWorker();
    await done(`refund-${assessmentId}`);
    const again = await tokens.publishEnd(test, assessmentId, 15);
    await tokens.settled('refund-on-assessed-photo-ended', again);
    expect(await tokens.escrow(assessmentId)).toBe(5);
    expect((await tokens.balance(test.ownerId)).available).toBe(15);
  });

  it('refunds although Redis has forgotten everything', async () => {
    await tokens.startWorker();
    await tokens.redis.kill();
    const { test, assessmentId } = await endedTest();
    await tokens.redis.restart({ wiped: true });
    await eventually(async () => expect((await tokens.balance(test.ownerId)).available).toBe(15));
    await done(`refund-${assessmentId}`);
  });

  it('refunds once although it died between the refund and the end of its work', async () => {
    const { test, assessmentId } = await endedTest();
    const [{ payload }] = (
      await tokens.pool.query('select payload from work_items where id = $1', [`refund-${assessmentId}`])
    ).rows as [{ payload: BookingPayload }];
    // Simulates a crash: the transfer is committed, but the end of the work item is not.
    const connection = new LedgerConnection({ connectionString: sessionUrlOf(tokens.databaseUrl) });
    const transfers = new Transfers(new Ledger({ connection }), new EventStore({ pool: tokens.pool }));
    await transfers.post(payload.transfers![0]!, { correlationId: 'died' });
    await connection.end();
    expect((await tokens.balance(test.ownerId)).available).toBe(15);
    await tokens.startWorker();
    await done(`refund-${assessmentId}`);
    expect((await tokens.balance(test.ownerId)).available).toBe(15);
    expect(await tokens.escrow(assessmentId)).toBe(5);
  });

  it('keeps a refund until its escrow is filled', async () => {
    const test = await tokens.heldTest(await tokens.newUser());
    const assessmentId = test.assessmentIds[0]!;
    const ended = await tokens.publishEnd(test, assessmentId, 20);
    await tokens.settled('refund-on-assessed-photo-ended', ended);
    await tokens.startWorker();
    await eventually(async () => expect((await item(`refund-${assessmentId}`)).last_error).toMatch('EscrowShortError'));
    await tokens.settled('post-hold-on-photo-assessment-started', await tokens.publishStart(test));
    await eventually(async () => expect((await tokens.balance(test.ownerId)).available).toBe(20));
  });

  it('refunds from an escrow that is filled after as many attempts as an item has', async () => {
    const test = await tokens.heldTest(await tokens.newUser());
    const id = `refund-${test.assessmentIds[0]!}`;
    await tokens.settled('refund-on-assessed-photo-ended', await tokens.publishEnd(test, test.assessmentIds[0]!, 20));
    const attempts = LIMITS.workAttempts - 1;
    await tokens.pool.query('update work_items set attempts = $2 where id = $1', [id, attempts]);
    await tokens.startWorker();
    await eventually(async () => expect((await item(id)).last_error).toMatch('EscrowShortError'));
    await tokens.settled('post-hold-on-photo-assessment-started', await tokens.publishStart(test));
    await done(id);
    expect((await item(id)).attempts).toBe(attempts);
    expect((await tokens.balance(test.ownerId)).available).toBe(20);
  });

  it('funds and consumes after the hold has ended and its tokens are spent, once the user has tokens again', async () => {
    const userId = await tokens.newUser();
    const late = await tokens.heldTest(userId, 1, 60_000);
    await tokens.startWorker();
    tokens.passTime(61_000);
    await eventually(async () => expect((await tokens.balance(userId)).held).toBe(0));
    const other = await tokens.heldTest(userId, 2);
    const started = await tokens.publishStart(late);
    const rated = await tokens.publishRatings(late, await tokens.newUser(), 0);
    await tokens.settled('post-hold-on-photo-assessment-started', started);
    await tokens.settled('book-on-ratings-accepted', rated);
    const bookings = [`booking-fund-${started.eventId}`, `booking-consume-${rated.eventId}`];
    // The items' times are set by the test's clock, which is ahead of the database's.
    await tokens.pool.query('update work_items set available_at = now() where id = any($1)', [bookings]);
    for (const id of bookings) await eventually(async () => expect((await item(id)).last_error).not.toBeNull());
    for (const id of bookings) expect(await item(id)).toMatchObject({ attempts: 0, completed_at: null });
    await tokens.rpc.call(tokensRpc.voidHold, { userId, holdId: other.holdId } as never, tokens.context(userId));
    for (const id of bookings) await done(id);
    expect(await tokens.escrow(late.assessmentIds[0]!)).toBe(15);
  });

  it('gives back a hold after its time, and not before', async () => {
    const userId = await tokens.newUser();
    const early = await tokens.heldTest(userId, 1, 60_000);
    const late = await tokens.heldTest(userId, 1, 3_600_000);
    await tokens.startWorker();
    tokens.passTime(61_000);
    await eventually(async () => expect((await tokens.balance(userId)).held).toBe(20));
    const { rows } = await tokens.pool.query(
      'select transfer_id, status, code from transfers where transfer_id = any($1)',
      [[early.holdId, late.holdId]],
    );
    expect(rows).toContainEqual({ transfer_id: early.holdId, status: 'voided', code: 'expiry' });
    expect(rows).toContainEqual({ transfer_id: late.holdId, status: 'pending', code: 'hold' });
  });

  const earn = async (test: StartedTest, assessorId: UserId, submissionId: string = randomUUID()) => {
    const accepted = await tokens.publishRatings(test, assessorId, 20, submissionId);
    await tokens.settled('book-on-ratings-accepted', accepted);
    return accepted;
  };
  const afterReward = (userId: UserId, submissionId: string) =>
    tokens.rpc.call(tokensRpc.getBalanceAfterReward, { userId, submissionId, waitMs: 50 }, tokens.context(userId));
  const itemsOf = async (assessorId: UserId) =>
    (
      await tokens.pool.query(
        `select id, available_at, completed_at from work_items where payload->'reward'->>'assessorId' = $1`,
        [assessorId],
      )
    ).rows;
  /** Makes rewards due: their times are set by the test's clock, which is ahead of the database's. */
  const nextDay = async () => {
    tokens.passTime(dayMs);
    await tokens.pool.query("update work_items set available_at = now() where queue = 'rewards'");
  };

  it('lets rewards above one assessor’s cap of the day wait, however they come, and pays them once on the days after', async () => {
    // The cap counts postings since midnight of the test's clock; the postings have the database's time.
    tokens.returnToPresent();
    const test = await tokens.startedTest(await tokens.newUser());
    const [busy, other] = [await tokens.newUser(), await tokens.newUser()];
    const welcome = (await tokens.balance(busy)).available;
    // Three rewards fall due concurrently; the allowance permits two.
    const submissionId = randomUUID();
    const accepted = await Promise.all([earn(test, busy), earn(test, busy), earn(test, busy, submissionId)]);
    expect((await tokens.balance(busy)).available).toBe(welcome + 40);
    const { entries, payableTokens } = await tokens.rpc.call(
      tokensRpc.getStatement,
      { userId: busy, limit: 10 },
      tokens.context(busy),
    );
    expect(payableTokens).toBe(20);
    expect(entries.filter(({ code }) => code === 'reward')).toHaveLength(2);
    await earn(test, other);
    expect((await tokens.balance(other)).available).toBe(welcome + 20);
    // The item is due by the database's clock, but the worker's clock is still on the day before.
    const waiting = await itemsOf(busy);
    await tokens.pool.query('update work_items set available_at = now() where id = $1', [waiting[0].id]);
    await tokens.startWorker();
    await eventually(async () => expect((await item(waiting[0].id)).last_error).toMatch('allowance'));
    expect(waiting).toHaveLength(1);
    expect(await itemsOf(busy)).toEqual(waiting);
    await nextDay();
    await done(waiting[0].id);
    expect((await tokens.balance(busy)).available).toBe(welcome + 60);
    expect(await itemsOf(busy)).toHaveLength(1);
    expect(await afterReward(busy, submissionId)).toEqual({ available: welcome + 60, booked: true, payableTokens: 0 });
    for (const event of accepted) await tokens.deliver(assessmentsEvents.RatingsAccepted, event);
    await tokens.settled('book-on-ratings-accepted', await tokens.publishRatings(test, other, 0));
    expect((await tokens.balance(busy)).available).toBe(welcome + 60);
  });

  it('lets rewards above the day’s allowance wait, counts their ratings, and pays them the next day', async () => {
    tokens.passTime(dayMs);
    const test = await tokens.startedTest(await tokens.newUser());
    const raters = [await tokens.newUser(), await tokens.newUser(), await tokens.newUser()];
    const before = (await tokens.balance(raters[0]!)).available;
    // The stopped clock shows another day than the database. The rewards must count for one day only.
    const letTimePass = tokens.stopTime();
    for (const assessorId of [...raters, ...raters.slice(0, 2)]) await earn(test, assessorId);
    const submissionId = randomUUID();
    await earn(test, raters[2]!, submissionId);
    expect((await tokens.balance(raters[2]!)).available).toBe(before + 20);
    expect(await tokens.escrow(test.assessmentIds[0]!)).toBe(0);
    expect(await afterReward(raters[2]!, submissionId)).toEqual({
      available: before + 20,
      booked: false,
      payableTokens: 20,
    });
    letTimePass();
    await nextDay();
    await tokens.startWorker();
    await eventually(async () => expect((await tokens.balance(raters[2]!)).available).toBe(before + 40));
  });
});
