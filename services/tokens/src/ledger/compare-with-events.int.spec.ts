import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { allTimes, compareRange, type LedgerDifference, lastPosition, longRead } from './compare-with-events.js';
import type { PendingHold } from './fold-rows.js';
import {
  at,
  consumeOf,
  grantOf,
  LedgerFixture,
  type LedgerProcess,
  metadata,
  post,
  takeBackOf,
} from './ledger.fixture.spec.js';
import { escrowAccount, transferIdOf, userAccount } from './transfer.js';

describe('the rows of a range of events', () => {
  let fixture: LedgerFixture;
  let ledger: LedgerProcess;
  let userId: string;
  let start: string;

  beforeAll(async () => {
    fixture = await LedgerFixture.start();
    ledger = fixture.process();
  });
  afterAll(() => fixture.stop());
  beforeEach(async () => {
    userId = randomUUID();
    await post(ledger, grantOf(userId, 40));
    start = await now();
  });

  const now = () => longRead(fixture.database, lastPosition);
  const compare = (range: { after: string; upTo?: string }, pending: readonly PendingHold[] = []) =>
    longRead(fixture.database, (session) => compareRange(session, { positions: range, recorded: allTimes, pending }));
  async function place(assessmentId: string, amountTokens: number): Promise<string> {
    const holdId = randomUUID();
    const legs = [{ account: escrowAccount(assessmentId), amountTokens }];
    const hold = { idempotencyKey: `hold:${holdId}`, account: userAccount(userId), legs, expiresAt: at };
    await ledger.transfers.run(holdId, { type: 'PlaceHold', ...hold, effectiveAt: at }, metadata);
    return holdId;
  }
  const postHold = (holdId: string) =>
    ledger.transfers.run(holdId, { type: 'PostHold', account: userAccount(userId), effectiveAt: at }, metadata);
  /** Changes rows with the rights of the database's owner and without the tables' triggers. */
  async function tamper(sql: string, values: unknown[]): Promise<void> {
    for (const change of ['disable trigger user', 'enable trigger user']) {
      for (const table of ['transfers', 'postings', 'events'])
        await fixture.owner.query(`alter table ${table} ${change}`);
      if (change.startsWith('disable')) await fixture.owner.query(sql, values);
    }
  }

  it('add up to the sums of each code, a hold only once it is posted', async () => {
    const assessmentId = randomUUID();
    await post(ledger, grantOf(userId, 7));
    await post(ledger, grantOf(userId, 3));
    await post(ledger, takeBackOf(userId, 2));
    const used = await place(assessmentId, 20);
    await place(randomUUID(), 5);
    await postHold(used);
    await post(ledger, consumeOf(assessmentId, 5));
    const { differences, sums, fold } = await compare({ after: start });
    expect(differences).toEqual([]);
    expect(sums).toEqual({
      grant: { count: 2, tokens: 10 },
      correction: { count: 1, tokens: 2 },
      hold: { count: 1, tokens: 20 },
      consume: { count: 1, tokens: 5 },
    });
    expect(fold.accounts.get(userAccount(userId))).toEqual({ posted: 28, held: 5 });
    expect(fold.accounts.get(escrowAccount(assessmentId))).toEqual({ posted: 15, held: 0 });
  });

  it('follow on the balances and the pending holds of the range before', async () => {
    const [assessmentId, holdId] = [randomUUID(), await place(randomUUID(), 20)];
    const later = await place(assessmentId, 5);
    const middle = await now();
    await postHold(holdId);
    await post(ledger, grantOf(userId, 1));
    const first = await compare({ after: start, upTo: middle });
    expect(first.differences).toEqual([]);
    expect([...first.fold.pending.keys()].toSorted()).toEqual([holdId, later].toSorted());
    const second = await compare({ after: middle }, [...first.fold.pending.values()]);
    expect(second.differences).toEqual([]);
    expect(second.fold.accounts.get(userAccount(userId))).toEqual({ posted: 21, held: 5 });
    expect([...second.fold.pending.keys()]).toEqual([later]);
  });

  it('differ where a transfer or a posting was changed', async () => {
    const grant = grantOf(userId, 7);
    const transferId = transferIdOf(grant.idempotencyKey);
    await post(ledger, grant);
    const wrong = (table: LedgerDifference['table'], expected: object, found: object) => [
      { table, kind: 'missing', row: expect.objectContaining(expected) },
      { table, kind: 'unexpected', row: expect.objectContaining(found) },
    ];
    await tamper('update transfers set amount = 8 where transfer_id = $1', [transferId]);
    expect((await compare({ after: start })).differences).toEqual(
      wrong('transfers', { transfer_id: transferId, amount: 7 }, { transfer_id: transferId, amount: 8 }),
    );
    await tamper('update transfers set amount = 7 where transfer_id = $1', [transferId]);
    const account = userAccount(userId);
    const change = 'update postings set balance = balance + $2::int where transfer_id = $1 and balance is not null';
    await tamper(change, [transferId, 1]);
    expect((await compare({ after: start })).differences).toEqual(
      wrong('postings', { account, balance: 47 }, { account, balance: 48 }),
    );
    await tamper(change, [transferId, -1]);
    expect((await compare({ after: start })).differences).toEqual([]);
  });

  it('differ where a pending hold was removed, but only in the last range', async () => {
    const holdId = await place(randomUUID(), 20);
    const [{ row }] = (
      await fixture.owner.query('select to_jsonb(t) as row from transfers t where transfer_id = $1', [holdId])
    ).rows;
    await tamper('delete from transfers where transfer_id = $1', [holdId]);
    expect((await compare({ after: start, upTo: await now() })).differences).toEqual([]);
    expect((await compare({ after: start })).differences).toEqual([
      { table: 'transfers', kind: 'missing', row: expect.objectContaining({ transfer_id: holdId, status: 'pending' }) },
    ]);
    await tamper('insert into transfers select * from jsonb_populate_record(null::transfers, $1)', [
      JSON.stringify(row),
    ]);
  });

  it('differ where a transfer and its postings are there without an event', async () => {
    const grant = grantOf(userId, 7);
    const transferId = transferIdOf(grant.idempotencyKey);
    await post(ledger, grant);
    const [{ event }] = (
      await fixture.owner.query('select to_jsonb(e) as event from events e where event_id = $1', [transferId])
    ).rows;
    await tamper('delete from events where event_id = $1', [transferId]);
    const { differences } = await compare({ after: start });
    expect(differences.map(({ table, kind }) => [table, kind])).toEqual([
      ['transfers', 'unexpected'],
      ['postings', 'unexpected'],
      ['postings', 'unexpected'],
    ]);
    await tamper('insert into events overriding system value select * from jsonb_populate_record(null::events, $1)', [
      JSON.stringify(event),
    ]);
  });

  it('contradict an event that says another balance than the events before it', async () => {
    await post(ledger, grantOf(userId, 7));
    const position = await now();
    const change = `update events set data = jsonb_set(data, '{availableTokens}', to_jsonb($2::int)) where global_position = $1`;
    await tamper(change, [position, 48]);
    expect((await compare({ after: start })).differences).toEqual([
      { table: 'events', kind: 'contradiction', row: position },
    ]);
    await tamper(change, [position, 47]);
  });
});
