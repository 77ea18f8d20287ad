import type { IntegrationEventEnvelope, UserId } from '@candid/contracts';
import { EventStore } from '@candid/event-store';
import { eventually } from '@candid/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { chainIsLevel } from '../chain/chain.js';
import { userAccount } from '../ledger/transfer.js';
import { type StartedTest, TokensFixture } from '../tokens.fixture.spec.js';
import { BrokenLedger } from './broken-ledger.fixture.spec.js';
import { verifyDays } from './closed-days.js';

const dayMs = 86_400_000;

/** Covers two days: transfers that begin on the first and end on the second, and others within one day. */
describe('a closed day', () => {
  let tokens: TokensFixture;
  let ledger: BrokenLedger;
  let store: EventStore;
  let owner: UserId;
  let spanning: StartedTest;
  let rated: IntegrationEventEnvelope;

  beforeAll(async () => {
    tokens = await TokensFixture.start({ REWARD_DAILY_CAP_TOKENS: 30 });
    tokens.answerAsAssessments();
    await tokens.startWorker();
    ledger = new BrokenLedger(tokens);
    store = new EventStore({ pool: tokens.pool });
    owner = await tokens.newUser();
    spanning = await tokens.startedTest(owner, 1);
    rated = await tokens.publishRatings(spanning, await tokens.newUser());
    await tokens.settled('book-on-ratings-accepted', rated);
  });
  afterAll(() => tokens.stop());
  afterEach(async () => {
    await ledger.restore();
    expect(await verifyLater()).toEqual({});
    expect(await ledger.found({ full: false })).toEqual({});
  });

  /** Returns the faults found by a run that is `afterDays` days later on the test's clock. */
  async function verify({ isScheduled = true, afterDays = 0 } = {}): Promise<Record<string, string[]>> {
    await chainIsLevel(store, 90_000);
    const now = () => new Date(tokens.clock().getTime() + afterDays * dayMs);
    const named: Record<string, string[]> = {};
    const { database, rpc } = tokens;
    for (const [check, { kind, id }] of await verifyDays({ store, database, rpc, now }, { isScheduled })) {
      named[check] = [...new Set([...(named[check] ?? []), `${kind} ${id}`])];
    }
    return named;
  }
  let afterDays = 0;
  /** Verifies at a time when every closed day is due for verification. */
  function verifyLater(): Promise<Record<string, string[]>> {
    afterDays += 2;
    return verify({ afterDays });
  }
  const closedDays = () => ledger.sql('select day::text, booked, due, pending from closed_days order by day');
  /** Deletes the rows of the application's own tables. */
  const forget = async (): Promise<void> => {
    await ledger.sql('delete from closed_days');
    await ledger.sql('delete from verified_trail');
    await ledger.sql('delete from verified_ledger');
  };
  const noonAfter = (days: number): number => Math.floor(Date.now() / dayMs) * dayMs + (days + 0.5) * dayMs;
  const passDays = (days: number): void => tokens.passTime(noonAfter(days) - tokens.clock().getTime());

  it('has its sums, and what is open at its end is compared again on the days after', async () => {
    expect(await verify()).toEqual({});
    expect(await closedDays()).toEqual([]);
    // Makes a hold that ends on another day, and a reward above the day's allowance.
    const held = await tokens.heldTest(await tokens.newUser(), 1, 3 * dayMs);
    const waiting = await tokens.publishRatings(spanning, await tokens.newUser());
    await tokens.settled('book-on-ratings-accepted', waiting);
    expect(await ledger.found({ full: false })).toEqual({});
    expect(await ledger.sql('select event_id from open_bookings')).toEqual([{ event_id: waiting.eventId }]);

    passDays(1);
    expect(await verify()).toEqual({});
    const [first] = await closedDays();
    expect(first.booked).toEqual({
      grant: { count: 4, tokens: 160 },
      hold: { count: 1, tokens: 20 },
      consume: { count: 2, tokens: 10 },
      reward: { count: 1, tokens: 20 },
    });
    expect(first.due).toEqual({
      hold: { count: 1, tokens: 20 },
      consume: { count: 2, tokens: 10 },
      reward: { count: 2, tokens: 40 },
    });
    expect(first.pending).toMatchObject([{ account: userAccount(held.ownerId), transfer: { amount: 20 } }]);

    await tokens.settled('post-hold-on-photo-assessment-started', await tokens.publishStart(held));
    await tokens.publishEnd(spanning, spanning.assessmentIds[0]!, 10);
    await eventually(async () => expect(await tokens.escrow(spanning.assessmentIds[0]!)).toBe(0));
    // The items' times are set by the test's clock, which is ahead of the database's.
    await ledger.sql(`update work_items set available_at = now() where queue = 'rewards'`);
    await eventually(async () =>
      expect(await ledger.sql(`select from transfers where code = 'reward'`)).toHaveLength(2),
    );
    expect(await ledger.found({ full: false })).toEqual({});
    expect(await ledger.sql('select from open_bookings')).toEqual([]);

    passDays(2);
    expect(await verify()).toEqual({});
    const [, second] = await closedDays();
    expect(second).toMatchObject({
      booked: { hold: { count: 1, tokens: 20 }, reward: { count: 1, tokens: 20 }, refund: { count: 1, tokens: 10 } },
      due: { hold: { count: 1, tokens: 20 }, refund: { count: 1, tokens: 10 } },
      pending: [],
    });
  });

  it('is closed on the way to the present where nothing was verified before, and only once it is right', async () => {
    const before = await closedDays();
    await forget();
    const { transferId } = await ledger.changePosting(userAccount(owner));
    expect(await verify()).toEqual({ 'balances-equal-events': [`transfer ${transferId}`] });
    expect(await closedDays()).toEqual([]);
    await ledger.restore();
    expect(await verify()).toEqual({});
    // Rows have the real time, not that of the test's clock, so they all belong to one day.
    expect(await closedDays()).toHaveLength(1);
    await ledger.sql('delete from closed_days');
    expect(before).toHaveLength(2);
  });

  const transfer = async (code: string) =>
    (await ledger.sql('select to_jsonb(t) as row from transfers t where code = $1 order by recorded_at', [code]))[0]
      .row;
  const put = (table: string) => `insert into ${table} select (jsonb_populate_record(null::${table}, $1)).*`;

  it('does not hide a posting with another amount', async () => {
    const { transferId } = await ledger.changePosting(userAccount(owner));
    await expectNamed({ 'balances-equal-events': [`transfer ${transferId}`] });
  });

  it('does not hide a transfer that was removed', async () => {
    const row = await transfer('consume');
    const remove = 'delete from transfers where transfer_id = $1';
    await ledger.tamper('transfers', [[remove, [row.transfer_id]]], [[put('transfers'), [JSON.stringify(row)]]]);
    const named = [`transfer ${row.transfer_id}`];
    await expectNamed({ 'balances-equal-events': named, 'ratings-consumed-and-rewarded': named });
  });

  it('does not hide a transfer and a posting that were added', async () => {
    const { recorded_at: at } = await transfer('grant');
    const forged = await ledger.forgeTransfer('grant');
    await ledger.sql('update transfers set recorded_at = $2 where transfer_id = $1', [forged, at]);
    await expectNamed({ 'balances-equal-events': [`transfer ${forged}`] });
    await ledger.restore();
    const [{ row }] = await ledger.sql(`select to_jsonb(p) as row from postings p where account = 'platform:grants'`);
    const added = { ...row, account: 'platform:sales' };
    const remove = `delete from postings where account = 'platform:sales' and global_position = $1`;
    await ledger.tamper('postings', [[put('postings'), [JSON.stringify(added)]]], [[remove, [row.global_position]]]);
    await expectNamed({ 'balances-equal-events': [`transfer ${row.transfer_id}`] });
  });

  it('does not hide a transfer under another code', async () => {
    const { transfer_id } = await transfer('grant');
    const change = 'update transfers set code = $2 where transfer_id = $1';
    await ledger.tamper('transfers', [[change, [transfer_id, 'correction']]], [[change, [transfer_id, 'grant']]]);
    await expectNamed({ 'balances-equal-events': [`transfer ${transfer_id}`] });
  });

  it('does not hide an event with another content', async () => {
    const { transfer_id } = await transfer('grant');
    await ledger.alterEvent(transfer_id);
    await expectNamed({ 'chain-whole': [`event ${transfer_id}`] });
  });

  it('does not hide a snapshot of what was not booked', async () => {
    await ledger.forgeSnapshot(userAccount(owner));
    await expectNamed({ 'snapshots-equal-postings': [`account ${userAccount(owner)}`] });
  });

  it('does not hide a credit that nobody has paid', async () => {
    const credited = await ledger.forgeTransfer('purchase');
    const { recorded_at: at } = await transfer('grant');
    await ledger.sql('update transfers set recorded_at = $2 where transfer_id = $1', [credited, at]);
    const named = [`transfer ${credited}`];
    await expectNamed({ 'balances-equal-events': named, 'purchases-credited-once': named });
  });

  it('does not hide that the assessments service has no longer published an event', async () => {
    const tell = tokens.deny(rated);
    const booked = await ledger.sql(
      `select 'transfer ' || transfer_id as named from transfers where cause_event_id = $1`,
      [rated.eventId],
    );
    const faults = await verifyLater();
    tell();
    const [{ day }] = await closedDays();
    expect(new Set(faults['ratings-consumed-and-rewarded'])).toEqual(
      new Set([...booked.map(({ named }) => named), `event ${day}`]),
    );
  });

  it('is accepted as it is after a full run that finds nothing', async () => {
    await ledger.sql(`update closed_days set due = '{}'`);
    expect(Object.keys(await verifyLater())).toEqual(['ratings-consumed-and-rewarded']);
    expect(await ledger.found({ full: true })).toEqual({});
    expect(await closedDays()).toEqual([]);
    expect(await ledger.found({ full: false })).toEqual({});
  });

  /** Expects these faults in the scheduled run and in all runs until they are repaired, and none on later days. */
  async function expectNamed(faults: Record<string, string[]>): Promise<void> {
    expect(await verifyLater()).toEqual(faults);
    expect(await verify({ isScheduled: false })).toEqual(faults);
    const found = Object.entries(await ledger.found({ full: false }));
    expect(Object.fromEntries(found.map(([check, rows]) => [check, [...new Set(rows)]]))).toEqual(faults);
  }
});
