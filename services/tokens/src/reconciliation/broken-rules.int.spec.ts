import { type UserId } from '@candid/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { userAccount } from '../ledger/transfer.js';
import { TokensFixture } from '../tokens.fixture.spec.js';
import { BrokenLedger } from './broken-ledger.fixture.spec.js';

/** Each test breaks one rule in a ledger without other faults. */
describe('a rule of the ledger that is broken in the database', () => {
  let tokens: TokensFixture;
  let ledger: BrokenLedger;
  let owner: UserId;
  let assessmentId: string;

  beforeAll(async () => {
    tokens = await TokensFixture.start();
    tokens.answerAsAssessments();
    await tokens.startWorker();
    ledger = new BrokenLedger(tokens);
    owner = await tokens.newUser();
    const test = await tokens.startedTest(owner, 1);
    assessmentId = test.assessmentIds[0]!;
    await tokens.settled('book-on-ratings-accepted', await tokens.publishRatings(test, await tokens.newUser()));
  });
  afterAll(() => tokens.stop());
  afterEach(async () => {
    await ledger.restore();
    expect(await ledger.found({ full: true })).toEqual({});
  });

  it.each([true, false])(
    'is named where a posting was changed (in full: %s)',
    async (full) => {
      const account = userAccount(owner);
      const { eventId, transferId } = await ledger.changePosting(account);
      const row = full ? `transfer ${transferId}` : `account ${account}`;
      const faults = await ledger.found({ full });
      expect(faults).toMatchObject({ 'postings-sum-to-zero': [`event ${eventId}`] });
      expect(new Set(faults['balances-equal-events'])).toEqual(new Set([row]));
      expect(Object.keys(faults)).toHaveLength(2);
    },
    30_000,
  );

  it.each([true, false])(
    'is named where a balance was changed (in full: %s)',
    async (full) => {
      const account = userAccount(owner);
      await ledger.changeBalance(account);
      const faults = await ledger.found({ full });
      expect(Object.keys(faults)).toEqual(['balances-equal-events']);
      expect(new Set(faults['balances-equal-events'])).toEqual(new Set([`account ${account}`]));
    },
    30_000,
  );

  it('is named where what was added up before is not what was booked', async () => {
    const account = userAccount(owner);
    await ledger.forgeSnapshot(account);
    expect(await ledger.found({ full: true })).toEqual({ 'snapshots-equal-postings': [`account ${account}`] });
    await ledger.restore();
    const forge = `insert into trial_snapshots (before, line, credits, postings) values ('2026-01-01', 'user:*', 5, 1)`;
    await ledger.tamper('trial_snapshots', [[forge]], [[`delete from trial_snapshots where before = '2026-01-01'`]]);
    expect(await ledger.found({ full: true })).toEqual({ 'snapshots-equal-postings': ['account user:*'] });
  });

  it('is named where a hold is over its time and cannot be ended', async () => {
    const held = await ledger.forgeOverdueHold();
    expect(await ledger.found({ full: true })).toEqual({
      'balances-equal-events': [`transfer ${held}`],
      'no-hold-over-time': [`transfer ${held}`],
    });
  });

  it('is named where a checkout is paid and not credited, and a credit not paid', async () => {
    const credited = await ledger.forgeTransfer('purchase');
    expect(await ledger.found({ full: true })).toEqual({
      'balances-equal-events': [`transfer ${credited}`],
      'purchases-credited-once': [`transfer ${credited}`],
    });
    const checkoutId = await ledger.payCheckout(owner);
    const { 'purchases-credited-once': purchases } = await ledger.found({ full: true });
    expect(purchases).toEqual([`checkout ${checkoutId}`, `transfer ${credited}`]);
  });

  it('is named where a follower is behind, work was given up, and an event was not taken in', async () => {
    const follower = await ledger.addSleepingFollower();
    await ledger.ageFirstEvent();
    const [workItem, deadLetter] = await ledger.giveUp();
    expect(await ledger.found({ full: false })).toMatchObject({
      'followers-level': [`follower ${follower}`],
      'nothing-given-up': [`work-item ${workItem}`, `dead-letter ${deadLetter}`],
    });
  });

  it('is named where an escrow has what nobody waits for', async () => {
    await ledger.changeBalance(`escrow:${assessmentId}`, 5);
    const faults = await ledger.found({ full: false });
    expect(faults).toMatchObject({ 'escrows-equal-open-assessors': [`assessment ${assessmentId}`] });
    expect(Object.keys(faults)).toEqual(['balances-equal-events', 'escrows-equal-open-assessors']);
  });

  it.each([
    ['consume', 'ratings-consumed-and-rewarded'],
    ['reward', 'ratings-consumed-and-rewarded'],
    ['refund', 'ended-assessments-refunded-once'],
    ['restart', 'ended-assessments-refunded-once'],
  ])(
    'is named where a %s is there that is not due',
    async (code, check) => {
      const forged = await ledger.forgeTransfer(code);
      expect(await ledger.found({ full: false })).toEqual({ [check]: [`transfer ${forged}`] });
      expect(await ledger.found({ full: true })).toEqual({
        'balances-equal-events': [`transfer ${forged}`],
        [check]: [`transfer ${forged}`],
      });
    },
    30_000,
  );

  it('is named where a booking is there with another amount', async () => {
    const [{ transfer_id }] = await ledger.sql(`select transfer_id from transfers where code = 'consume'`);
    const change = 'update transfers set amount = amount + $2::int where transfer_id = $1';
    await ledger.tamper('transfers', [[change, [transfer_id, 1]]], [[change, [transfer_id, -1]]]);
    const faults = await ledger.found({ full: true });
    expect(faults).toMatchObject({ 'ratings-consumed-and-rewarded': [`transfer ${transfer_id}`] });
    expect(new Set(faults['balances-equal-events'])).toEqual(new Set([`transfer ${transfer_id}`]));
  });

  it('is not healed over where the transfer’s row was taken away: its event is still there', async () => {
    const [{ row }] = await ledger.sql(`select to_jsonb(t) as row from transfers t where code = 'reward'`);
    const restore = 'insert into transfers select (jsonb_populate_record(null::transfers, $1)).*';
    const remove = 'delete from transfers where transfer_id = $1';
    await ledger.tamper('transfers', [[remove, [row.transfer_id]]], [[restore, [JSON.stringify(row)]]]);
    const before = await tokens.faults();
    await ledger.found({ full: true });
    expect(await ledger.found({ full: true })).toEqual({
      'balances-equal-events': [`transfer ${row.transfer_id}`],
      'ratings-consumed-and-rewarded': [`transfer ${row.transfer_id}`],
    });
    expect(await tokens.faults()).toEqual(before);
  });

  it('is named where one event was altered, removed, or put in another place', async () => {
    // JSON keeps the microseconds, which a Date would lose.
    const events = await ledger.sql('select to_jsonb(e) as row from events e order by global_position');
    const [, one, other] = events.map(({ row }) => row);
    const { event_id } = one;
    const brokenChain = async () => (await ledger.found({ full: true }))['chain-whole'];
    await ledger.alterEvent(event_id);
    expect(await brokenChain()).toEqual([`event ${event_id}`]);
    await ledger.restore();

    const restore = 'insert into events overriding system value select (jsonb_populate_record(null::events, $1)).*';
    const remove = 'delete from events where event_id = $1';
    await ledger.tamper('events', [[remove, [event_id]]], [[restore, [JSON.stringify(one)]]]);
    expect(await brokenChain()).toEqual([`event ${event_id}`]);
    await ledger.restore();

    const at = (first: number, second: number): [string, unknown[]][] => [
      [remove, [event_id]],
      [remove, [other.event_id]],
      [restore, [JSON.stringify({ ...one, global_position: first })]],
      [restore, [JSON.stringify({ ...other, global_position: second })]],
    ];
    const [here, there] = [one.global_position, other.global_position];
    await ledger.tamper('events', at(there, here), at(here, there));
    expect(await brokenChain()).toEqual([`event ${event_id}`]);
  });
});
