import { randomUUID } from 'node:crypto';
import { type ReconciledRow, tokensRpc, type UserId } from '@candid/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { userAccount } from '../domain/ledger/accounts.js';
import { TokensFixture } from '../tokens.fixture.spec.js';

/** As somebody may who owns the database: each rule is broken in rows, past every trigger. */
describe('a rule of the ledger that is broken in the database', () => {
  let tokens: TokensFixture;
  let owner: UserId;
  let assessmentId: string;
  const undo: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    tokens = await TokensFixture.start();
    tokens.answerAsAssessments();
    await tokens.startWorker();
    owner = await tokens.newUser();
    const test = await tokens.startedTest(owner, 1);
    assessmentId = test.assessmentIds[0]!;
    await tokens.settled('book-on-ratings-accepted', await tokens.publishRatings(test, await tokens.newUser()));
  });
  afterAll(() => tokens.stop());
  afterEach(async () => {
    for (const back of undo.splice(0).reverse()) await back();
    expect(await found({ full: true })).toEqual({});
  }, 30_000);

  const sql = async (text: string, values: unknown[] = []) => (await tokens.pool.query(text, values)).rows;

  /** Without the table's triggers. */
  async function tamper(table: string, ...statements: [text: string, values: unknown[]][]): Promise<void> {
    await sql(`alter table ${table} disable trigger all`);
    for (const [text, values] of statements) await sql(text, values);
    await sql(`alter table ${table} enable trigger all`);
  }

  /** What each check that is not ok names. */
  async function found(request: { full: boolean }): Promise<Record<string, string[]>> {
    const context = tokens.context(undefined, { roles: ['support'] });
    const { checks } = await tokens.rpc.call(tokensRpc.reconcile, request, context, { timeoutMs: 20_000 });
    const named = ({ kind, id }: ReconciledRow) => `${kind} ${id}`;
    for (const { name, runbook } of checks) expect(runbook).toBe(name);
    return Object.fromEntries(checks.filter(({ ok }) => !ok).map(({ name, rows }) => [name, rows.map(named)]));
  }

  /** A transfer that no event has made; its id. */
  async function forgeTransfer(code: string, values: { status?: string; expiresAt?: string } = {}): Promise<string> {
    const transferId = randomUUID();
    undo.push(() => sql('delete from transfers where transfer_id = $1', [transferId]));
    await sql(
      `insert into transfers (transfer_id, version, status, code, amount, idempotency_key, correlation_id, effective_at,
         recorded_at, expires_at) values ($1, 1, $2, $3, 5, $5, 'forged', now(), now(), $4)`,
      [transferId, values.status ?? 'posted', code, values.expiresAt ?? null, randomUUID()],
    );
    return transferId;
  }

  const postingOf = async (account: string) =>
    (
      await sql(
        `select p.account, p.global_position::text as position, p.transfer_id, e.event_id from postings p
          join events e using (global_position) where account = $1 order by p.global_position limit 1`,
        [account],
      )
    )[0];

  it.each([true, false])(
    'is named where a posting was changed (in full: %s)',
    async (full) => {
      const { account, position, transfer_id, event_id } = await postingOf(userAccount(owner));
      const change = 'update postings set amount = amount + $3::int where account = $1 and global_position = $2';
      undo.push(() => tamper('postings', [change, [account, position, -3]]));
      await tamper('postings', [change, [account, position, 3]]);
      const row = full ? `transfer ${transfer_id}` : `account ${account}`;
      const faults = await found({ full });
      expect(faults).toMatchObject({ 'postings-sum-to-zero': [`event ${event_id}`] });
      expect(new Set(faults['balances-equal-events'])).toEqual(new Set([row]));
      expect(Object.keys(faults)).toHaveLength(2);
    },
    30_000,
  );

  it.each([true, false])(
    'is named where a balance was changed (in full: %s)',
    async (full) => {
      const account = userAccount(owner);
      const change = 'update accounts set posted = posted + $2::int where account = $1';
      undo.push(() => sql(change, [account, -7]));
      await sql(change, [account, 7]);
      const faults = await found({ full });
      expect(Object.keys(faults)).toEqual(['balances-equal-events']);
      expect(new Set(faults['balances-equal-events'])).toEqual(new Set([`account ${account}`]));
    },
    30_000,
  );

  it('is named where what was added up before is not what was booked', async () => {
    const forge = `insert into trial_snapshots (before, line, credits, postings) values ('2026-01-01', 'user:*', 5, 1)`;
    undo.push(() => sql(`delete from trial_snapshots where before = '2026-01-01'`));
    await sql(forge);
    expect(await found({ full: true })).toEqual({ 'snapshots-equal-postings': ['account user:*'] });
  }, 30_000);

  it('is named where a hold is over its time and cannot be ended', async () => {
    const held = await forgeTransfer('hold', { status: 'pending', expiresAt: '2026-01-01T00:00:00Z' });
    expect(await found({ full: true })).toEqual({
      'balances-equal-events': [`transfer ${held}`],
      'no-hold-over-time': [`transfer ${held}`],
    });
  }, 30_000);

  it('is named where a checkout is paid and not credited, and a credit not paid', async () => {
    const credited = await forgeTransfer('purchase');
    expect(await found({ full: true })).toEqual({
      'balances-equal-events': [`transfer ${credited}`],
      'purchases-credited-once': [`transfer ${credited}`],
    });
    const checkoutId = randomUUID();
    undo.push(() => sql('delete from checkouts where checkout_id = $1', [checkoutId]));
    await sql(
      `insert into checkouts (checkout_id, user_id, tokens, price, currency, status, is_paid)
        values ($1, $2, 50, 500, 'eur', 'complete', true)`,
      [checkoutId, owner],
    );
    const { 'purchases-credited-once': purchases } = await found({ full: true });
    expect(purchases).toEqual([`checkout ${checkoutId}`, `transfer ${credited}`]);
  }, 30_000);

  it('is named where a follower is behind, work was given up, and an event was not taken in', async () => {
    await sql(`insert into checkpoints (name) values ('asleep')`);
    await sql(`insert into work_items (id, queue, payload, failed_at) values ('lost', 'refunds', '{}', now())`);
    const letter = `insert into dead_letters (subscriber, subject, payload, reason) values ('a', 'b', '{}', 'c') returning id`;
    const [{ id }] = await sql(letter);
    const age = `update events set recorded_at = recorded_at + $1::interval where global_position = (select min(global_position) from events)`;
    undo.push(
      () => sql(`delete from checkpoints where name = 'asleep'`),
      () => sql(`delete from work_items where id = 'lost'`),
      () => sql('delete from dead_letters'),
      () => tamper('events', [age, ['1 hour']]),
    );
    await tamper('events', [age, ['-1 hour']]);
    expect(await found({ full: false })).toMatchObject({
      'followers-level': ['follower asleep'],
      'nothing-given-up': ['work-item tokens.work.lost', `dead-letter tokens.${id}`],
    });
  }, 30_000);

  it('is named where an escrow has what nobody waits for', async () => {
    const change = 'update accounts set posted = posted + $2::int where account = $1';
    undo.push(() => sql(change, [`escrow:${assessmentId}`, -5]));
    await sql(change, [`escrow:${assessmentId}`, 5]);
    const faults = await found({ full: false });
    expect(faults).toMatchObject({ 'escrows-equal-open-assessors': [`assessment ${assessmentId}`] });
    expect(Object.keys(faults)).toEqual(['balances-equal-events', 'escrows-equal-open-assessors']);
  }, 30_000);

  it.each([
    ['consume', 'ratings-consumed-and-rewarded'],
    ['reward', 'ratings-consumed-and-rewarded'],
    ['refund', 'ended-assessments-refunded-once'],
  ])(
    'is named where a %s is there that is not due',
    async (code, check) => {
      const forged = await forgeTransfer(code);
      expect(await found({ full: false })).toEqual({ [check]: [`transfer ${forged}`] });
      expect(await found({ full: true })).toEqual({
        'balances-equal-events': [`transfer ${forged}`],
        [check]: [`transfer ${forged}`],
      });
    },
    30_000,
  );

  it('is named where a booking is there with another amount', async () => {
    const [{ transfer_id }] = await sql(`select transfer_id from transfers where code = 'consume'`);
    const change = 'update transfers set amount = amount + $2::int where transfer_id = $1';
    undo.push(() => sql(change, [transfer_id, -1]));
    await sql(change, [transfer_id, 1]);
    const faults = await found({ full: true });
    expect(faults).toMatchObject({ 'ratings-consumed-and-rewarded': [`transfer ${transfer_id}`] });
    expect(new Set(faults['balances-equal-events'])).toEqual(new Set([`transfer ${transfer_id}`]));
  }, 30_000);

  it('is not healed over where the transfer’s row was taken away: its event is still there', async () => {
    const [{ row }] = await sql(`select to_jsonb(t) as row from transfers t where code = 'reward'`);
    undo.push(() =>
      sql('insert into transfers select (jsonb_populate_record(null::transfers, $1)).*', [JSON.stringify(row)]),
    );
    await sql('delete from transfers where transfer_id = $1', [row.transfer_id]);
    const before = await tokens.faults();
    await found({ full: true });
    expect(await found({ full: true })).toEqual({
      'balances-equal-events': [`transfer ${row.transfer_id}`],
      'ratings-consumed-and-rewarded': [`transfer ${row.transfer_id}`],
    });
    expect(await tokens.faults()).toEqual(before);
  }, 30_000);

  it('is named where one event was altered, removed, or put in another place', async () => {
    // As JSON, which keeps the microseconds.
    const events = await sql('select to_jsonb(e) as row from events e order by transaction_id, global_position');
    const [, one, other] = events.map(({ row }) => row);
    const alter = 'update events set metadata = $2 where event_id = $1';
    const { event_id } = one;
    await tamper('events', [alter, [event_id, { ...one.metadata, actor: 'somebody' }]]);
    expect((await found({ full: true }))['chain-whole']).toEqual([`event ${event_id}`]);
    await tamper('events', [alter, [event_id, one.metadata]]);

    await tamper('events', ['delete from events where event_id = $1', [event_id]]);
    expect((await found({ full: true }))['chain-whole']).toEqual([`event ${event_id}`]);
    const restore = 'insert into events overriding system value select (jsonb_populate_record(null::events, $1)).*';
    await tamper('events', [restore, [JSON.stringify(one)]]);

    const place = 'update events set transaction_id = $2::text::xid8 where event_id = $1';
    const move = (first: string, second: string) =>
      tamper('events', [place, [event_id, first]], [place, [other.event_id, second]]);
    undo.push(() => move(one.transaction_id, other.transaction_id));
    await move(other.transaction_id, one.transaction_id);
    expect((await found({ full: true }))['chain-whole']).toEqual([`event ${event_id}`]);
  }, 60_000);
});
