import { randomUUID } from 'node:crypto';
import { assessmentsEvents, supportLedgerRpc } from '@candid/contracts';
import { EventStore, foreignCheckpointOf } from '@candid/event-store';
import { RemoteError } from '@candid/platform';
import { eventually } from '@candid/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { userAccount } from '../ledger/transfer.js';
import { TokensFixture } from '../tokens.fixture.spec.js';
import { MoneyTrail } from './money-trail.js';

describe('reconciliation', () => {
  let tokens: TokensFixture;

  beforeAll(async () => {
    tokens = await TokensFixture.start({ REWARD_DAILY_CAP_TOKENS: 70 });
    tokens.answerAsAssessments();
    await tokens.startWorker();
  });
  afterAll(() => tokens.stop());

  const reconcile = (request = { full: true }) =>
    tokens.rpc.call(supportLedgerRpc.reconcile, request, tokens.context(undefined, { roles: ['support'] }));
  const faults = async () =>
    (await reconcile()).checks.filter(({ ok }) => !ok).map(({ name, figure }) => [name, figure]);
  /** Returns the repaired checks and expects no remaining fault. */
  const healed = async () => {
    const { checks } = await reconcile();
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    return checks.filter((check) => check.healed > 0).map((check) => [check.name, check.healed]);
  };
  const detailOf = async (wanted: string) => (await reconcile()).checks.find(({ name }) => name === wanted)!.detail;
  const undo: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const back of undo.splice(0)) await back();
    expect(await faults()).toEqual([]);
  });
  const sql = (text: string, values: unknown[] = []) => tokens.pool.query(text, values);
  async function withoutTrigger(table: string, trigger: string, text: string, values: unknown[] = []): Promise<void> {
    await sql(`alter table ${table} disable trigger ${trigger}`);
    await sql(text, values);
    await sql(`alter table ${table} enable trigger ${trigger}`);
  }

  async function ratedTest() {
    const test = await tokens.startedTest(await tokens.newUser());
    const rated = await tokens.publishRatings(test, await tokens.newUser());
    await tokens.settled('book-on-ratings-accepted', rated);
    return test;
  }

  it('finds nothing where everything is booked, waits or is under way', async () => {
    const test = await ratedTest();
    await tokens.publishEnd(test, test.assessmentIds[0]!, 15);
    const extended = await ratedTest();
    const change = { holdId: randomUUID(), additionalAssessors: 2, testLimit: 6, amountTokens: 10, isReopened: false };
    const [assessmentId] = extended.assessmentIds;
    const about = {
      assessmentId: assessmentId!,
      photoId: randomUUID(),
      photoAssessmentId: extended.photoAssessmentId,
      userId: extended.ownerId,
    };
    const shrunk = { removedAssessors: 1, testLimit: 3, refundTokens: 5, refundId: randomUUID() };
    await tokens.publish(assessmentsEvents.AssessedPhotoShrunk, {
      ...about,
      ...shrunk,
      shrunkAt: new Date().toISOString(),
    });
    // The owner has just received the tokens for the extension.
    await eventually(async () => expect((await tokens.balance(extended.ownerId)).available).toBe(5));
    await tokens.publish(assessmentsEvents.AssessedPhotoExtended, {
      ...{ ...about, ...change, additionalAssessors: 1, amountTokens: 5, extendedAt: new Date().toISOString() },
    });
    // The reward exceeds the day's allowance: it is payable, not forgotten.
    const waiting = await ratedTest();
    await tokens.settled('book-on-ratings-accepted', await tokens.publishRatings(waiting, await tokens.newUser()));
    const { checks } = await reconcile();
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(checks.map(({ name }) => name)).toEqual([
      ...['postings-sum-to-zero', 'balances-equal-events', 'snapshots-equal-postings', 'no-hold-over-time'],
      'purchases-credited-once',
      ...['followers-level', 'nothing-given-up', 'chain-whole', 'escrows-equal-open-assessors'],
      ...['ratings-consumed-and-rewarded', 'ended-assessments-refunded-once'],
    ]);
    expect(await detailOf('ratings-consumed-and-rewarded')).toBe(
      'due and booked once: 8 consume, 4 reward; 1 bookings wait',
    );
    expect(await detailOf('ended-assessments-refunded-once')).toBe(
      'due and booked once: 2 refund, 0 restart; 1 bookings wait',
    );
  });

  it('finds a balance that is not what the events say', async () => {
    const account = userAccount(await tokens.newUser());
    undo.push(() => sql('update accounts set posted = posted - 7 where account = $1', [account]));
    await sql('update accounts set posted = posted + 7 where account = $1', [account]);
    expect(await faults()).toEqual([['balances-equal-events', 2]]);
    const faultMetric = (name: string, value: number) =>
      `ledger_reconciliation_faults{check="${name}",service="tokens-worker"} ${value}`;
    const metrics = await tokens.workerMetrics();
    expect(metrics).toContain(faultMetric('balances-equal-events', 2));
    expect(metrics).toContain(faultMetric('chain-whole', 0));
    expect(metrics).toMatch(/ledger_reconciliation_age_seconds\{outcome="faulty",service="tokens-worker"\} \d/);
  });

  it('finds a posting that went missing', async () => {
    const account = userAccount(await tokens.newUser());
    const { rows } = await sql('select to_jsonb(p) as row from postings p where account = $1', [account]);
    undo.push(() =>
      sql('insert into postings select * from jsonb_populate_record(null::postings, $1)', [
        JSON.stringify(rows[0].row),
      ]),
    );
    await withoutTrigger('postings', 'postings_append_only', 'delete from postings where account = $1', [account]);
    expect(await faults()).toEqual([
      ['postings-sum-to-zero', 1],
      ['balances-equal-events', 1],
    ]);
  });

  it('books a rating that was neither consumed nor rewarded, once', async () => {
    const test = await tokens.startedTest(await tokens.newUser(), 1);
    const [submissionId, assessorId] = [randomUUID(), await tokens.newUser()];
    // Nobody receives this event, as if it had been lost.
    const forgotten = await tokens.publishRatings(test, assessorId, 10, submissionId, { isLost: true });
    expect(await healed()).toEqual([['ratings-consumed-and-rewarded', 2]]);
    await eventually(async () => {
      expect(await tokens.escrow(test.assessmentIds[0]!)).toBe(15);
      expect((await tokens.balance(assessorId)).available).toBe(50);
    });
    await tokens.deliver(assessmentsEvents.RatingsAccepted, forgotten);
    await tokens.settled('book-on-ratings-accepted', forgotten);
    expect((await tokens.balance(assessorId)).available).toBe(50);
  });

  it('reads what is new, and names a booking of it that no published event makes due', async () => {
    const test = await ratedTest();
    const run = () => reconcile({ full: false });
    expect((await run()).checks.filter(({ ok }) => !ok)).toEqual([]);
    const place = async () => (await sql('select assessments_cursor as cursor from verified_trail')).rows[0].cursor;
    const before = Number(await place());
    const rated = await tokens.publishRatings(test, await tokens.newUser(), 0);
    await tokens.settled('book-on-ratings-accepted', rated);
    const tell = tokens.deny(rated);
    const { rows } = await sql('select transfer_id from transfers where cause_event_id = $1', [rated.eventId]);
    const { checks } = await run();
    const named = checks.find(({ name }) => name === 'ratings-consumed-and-rewarded')!.rows;
    expect(named.map(({ id }) => id).sort()).toEqual(rows.map(({ transfer_id }) => transfer_id).sort());
    expect(named).toHaveLength(2);
    expect(Number(await place())).toBe(before);
    tell();
    expect((await run()).checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(Number(await place())).toBeGreaterThan(before);
  });

  it('books what was open at the last run and was forgotten since', async () => {
    const test = await tokens.startedTest(await tokens.newUser(), 1);
    const rated = await tokens.publishRatings(test, await tokens.newUser(), 70);
    await tokens.settled('book-on-ratings-accepted', rated);
    await reconcile();
    const waiting = await sql('select event_id from open_bookings where event_id = $1', [rated.eventId]);
    expect(waiting.rows).toHaveLength(1);
    await sql(`delete from work_items where payload->'cause'->>'eventId' = $1`, [rated.eventId]);
    const { checks } = await reconcile({ full: false });
    expect(checks.filter((check) => check.healed > 0).map((check) => [check.name, check.healed])).toEqual([
      ['ratings-consumed-and-rewarded', 1],
    ]);
  });

  it('gives a refund that was never given, once', async () => {
    const test = await tokens.startedTest(await tokens.newUser(), 1);
    const forgotten = await tokens.publishEnd(test, test.assessmentIds[0]!, 20, { isLost: true });
    expect(await healed()).toEqual([['ended-assessments-refunded-once', 1]]);
    await eventually(async () => expect(await tokens.escrow(test.assessmentIds[0]!)).toBe(0));
    await tokens.deliver(assessmentsEvents.AssessedPhotoEnded, forgotten);
    await tokens.settled('refund-on-assessed-photo-ended', forgotten);
    expect((await tokens.balance(test.ownerId)).available).toBe(40);
  });

  it('voids a hold over its time', async () => {
    const owner = await tokens.newUser();
    await tokens.heldTest(owner, 1);
    await tokens.stopWorker();
    tokens.passTime(60 * 60_000);
    expect(await healed()).toEqual([['no-hold-over-time', 1]]);
    tokens.passTime(-60 * 60_000);
    expect(await tokens.balance(owner)).toMatchObject({ held: 0, available: 40 });
    await tokens.startWorker();
  });

  it('finds work that was given up, and a follower of its own events that is behind', async () => {
    await tokens.stopWorker();
    await sql(`insert into work_items (id, queue, payload, failed_at) values ('lost', 'refunds', '{}', now())`);
    expect(await faults()).toEqual([['nothing-given-up', 1]]);
    await sql(`delete from work_items where id = 'lost'`);
    await sql(
      `insert into checkpoints (name) values ('asleep'), ('${foreignCheckpointOf('identity')}') on conflict do nothing`,
    );
    await withoutTrigger(
      'events',
      'events_append_only',
      `update events set recorded_at = recorded_at - interval '1 hour' where stream_version = 1 and event_id = (select event_id from ledger_chain order by number limit 1)`,
    );
    expect(await faults()).toContainEqual(['followers-level', 1]);
    await sql(`delete from checkpoints where name in ('asleep', '${foreignCheckpointOf('identity')}')`);
    await withoutTrigger(
      'events',
      'events_append_only',
      `update events set recorded_at = recorded_at + interval '1 hour' where event_id = (select event_id from ledger_chain order by number limit 1)`,
    );
    await tokens.startWorker();
  });

  it('keeps what it found, and the chain’s head of then', async () => {
    const { checkedAt } = await reconcile();
    const { rows } = await sql('select ok, chain_head from reconciliations where checked_at = $1', [checkedAt]);
    expect(rows).toEqual([{ ok: true, chain_head: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    const { chain_head: chainHead } = rows[0];
    await reconcile();
    const list = (page: { cursor?: string; limit: number }) =>
      tokens.rpc.call(supportLedgerRpc.listReconciliations, page, tokens.context(undefined, { roles: ['support'] }));
    const newest = await list({ limit: 1 });
    expect(newest.runs).toMatchObject([{ ok: true, checks: { length: 11 } }]);
    const next = await list({ limit: 1, cursor: newest.nextCursor! });
    expect(next.runs).toMatchObject([{ checkedAt, chainHead }]);
  });

  it('is done again and again by the worker', async () => {
    const runs = async () => Number((await sql('select count(*) from reconciliations')).rows[0].count);
    await tokens.stopWorker();
    const before = await runs();
    await tokens.redis.kill();
    await tokens.redis.restart({ wiped: true });
    await tokens.startWorker();
    await eventually(async () => expect(await runs()).toBeGreaterThan(before));
  });
});

/** Runs after the service above has stopped, because a process has one audit log per service. */
describe('reconciliation alone', () => {
  it('says so where the assessments service does not answer', async () => {
    const alone = await TokensFixture.start();
    const context = alone.context(undefined, { roles: ['support'] });
    const asked = alone.rpc.call(supportLedgerRpc.reconcile, {}, context);
    const failed = (await asked).checks.filter(({ ok }) => !ok).map(({ name }) => name);
    expect(failed).toEqual([
      ...['escrows-equal-open-assessors', 'ratings-consumed-and-rewarded', 'ended-assessments-refunded-once'],
    ]);
    await alone.stop();
  });

  it('waits for an assessments service that is about to answer', async () => {
    const alone = await TokensFixture.start();
    let tries = 0;
    const call = async () => {
      tries += 1;
      if (tries < 3) throw new RemoteError('UNAVAILABLE', 'nobody answers');
      return { events: [], cursor: null, isLast: true };
    };
    const trail = new MoneyTrail({
      rpc: { call } as never,
      store: new EventStore({ pool: alone.pool }),
      database: alone.database,
      now: alone.clock,
      isFull: false,
      recordedSince: '-infinity',
    });
    expect(await trail.follow()).toMatchObject({ missing: [], escrows: [], openAssessments: 0 });
    expect(tries).toBe(3);
    await alone.stop();
  });
});
