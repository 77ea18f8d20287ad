import { supportLedgerRpc } from '@candid/contracts';
import type { RecordedEvent } from '@candid/event-store';
import { eventually } from '@candid/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { TokensFixture } from '../tokens.fixture.spec.js';
import { firstHash, linkOf } from './chain.js';

describe('the chain over the ledger’s events', () => {
  let tokens: TokensFixture;

  beforeAll(async () => {
    tokens = await TokensFixture.start();
    await tokens.startWorker();
    // Leaves a position free, at which an event can be forged.
    await tokens.pool.query(`select nextval('events_global_position_seq')`);
    for (let users = 1; users <= 4; users += 1) await tokens.newUser();
    await tokens.heldTest(await tokens.newUser());
  });
  afterAll(() => tokens.stop());

  const support = () => tokens.context(undefined, { roles: ['support'] });
  const verify = (full = true) => tokens.rpc.call(supportLedgerRpc.verifyLedger, { full }, support());
  const events = async () => (await tokens.pool.query('select * from events order by global_position')).rows;
  /** Changes rows with the rights of the database's owner. */
  async function tamper(...statements: [sql: string, values: unknown[]][]): Promise<void> {
    await tokens.pool.query('alter table events disable trigger events_append_only');
    for (const [sql, values] of statements) await tokens.pool.query(sql, values);
    await tokens.pool.query('alter table events enable trigger events_append_only');
  }
  const undo: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const back of undo.splice(0)) await back();
    expect(await verify()).toMatchObject({ ok: true });
  });

  it('has a link for every event, and grows with them', async () => {
    const before = await verify();
    expect(before).toMatchObject({ ok: true, checked: (await events()).length });
    expect(before.head).toMatch(/^[0-9a-f]{64}$/);
    await tokens.newUser();
    const after = await verify();
    expect(after).toMatchObject({ ok: true, checked: before.checked + 1 });
    expect(after.head).not.toBe(before.head);
  });

  it('has in each link the one before it', () => {
    const place = { globalPosition: 1n, eventId: 'e', streamId: 's', streamVersion: 1 };
    const content = { type: 'TransferPosted', schemaVersion: 1, data: {}, metadata: {}, recordedAt: new Date(0) };
    const event = { ...place, ...content } as unknown as RecordedEvent;
    expect(linkOf(linkOf(firstHash, event), event)).not.toBe(linkOf(firstHash, event));
  });

  it.each([
    [
      'amount',
      `update events set data = jsonb_set(data, '{postings}', '{"platform:grants": -41, "user:x": 41}') where event_id = $1`,
    ],
    ['cause', `update events set metadata = metadata || '{"causationId": "another"}' where event_id = $1`],
    ['time', `update events set recorded_at = recorded_at - interval '1 day' where event_id = $1`],
    ['type', `update events set type = 'HoldVoided' where event_id = $1`],
  ])('finds an event whose %s was altered', async (_, sql) => {
    const { event_id, data, metadata, type, recorded_at } = (await events())[2];
    undo.push(() =>
      tamper([
        'update events set data = $2, metadata = $3, type = $4, recorded_at = recorded_at + ($5::timestamptz - recorded_at) where event_id = $1',
        [event_id, data, metadata, type, recorded_at],
      ]),
    );
    await tamper([sql, [event_id]]);
    expect(await verify()).toMatchObject({
      ok: false,
      checked: 2,
      firstBroken: { number: 3, eventId: event_id, fault: 'altered' },
    });
  });

  it('finds an event that was removed, also the last one', async () => {
    const all = await events();
    for (const place of [1, all.length - 1]) {
      const removed = all[place];
      await tamper(['delete from events where event_id = $1', [removed.event_id]]);
      expect(await verify()).toMatchObject({
        ok: false,
        checked: place,
        firstBroken: { number: place + 1, eventId: removed.event_id, fault: 'removed' },
      });
      await tamper([
        'insert into events overriding system value select * from jsonb_populate_record(null::events, $1)',
        [JSON.stringify({ ...removed, recorded_at: await exactTime(removed) })],
      ]);
    }
  });
  /** Cuts microseconds, which a Date does not have and the chain does not contain. */
  const exactTime = async ({ recorded_at }: { recorded_at: Date }) => recorded_at.toISOString();

  it('finds events that changed places', async () => {
    const [, one, other] = await events();
    const put = 'insert into events overriding system value select * from jsonb_populate_record(null::events, $1)';
    const at = (first: string, second: string) =>
      tamper(
        ['delete from events where event_id = any($1)', [[one.event_id, other.event_id]]],
        [put, [JSON.stringify({ ...one, global_position: first })]],
        [put, [JSON.stringify({ ...other, global_position: second })]],
      );
    undo.push(() => at(one.global_position, other.global_position));
    await at(other.global_position, one.global_position);
    expect(await verify()).toMatchObject({
      ok: false,
      checked: 1,
      firstBroken: { number: 2, eventId: one.event_id, fault: 'reordered' },
    });
  });

  it('finds an event that was slipped in between', async () => {
    const [first] = await events();
    const forged = {
      ...first,
      event_id: '00000000-0000-4000-8000-000000000001',
      stream_id: 'transfer-forged',
      global_position: Number(first.global_position) - 1,
    };
    undo.push(() => tamper(['delete from events where event_id = $1', [forged.event_id]]));
    const put = 'insert into events overriding system value select * from jsonb_populate_record(null::events, $1)';
    const before = tamper([put, [JSON.stringify({ ...forged, global_position: 0 })]]);
    await expect(before).rejects.toMatchObject({ constraint: 'events_global_position_check' });
    await tamper([put, [JSON.stringify(forged)]]);
    expect(await verify()).toMatchObject({
      ok: false,
      checked: 0,
      firstBroken: { number: 1, eventId: forged.event_id, fault: 'inserted' },
    });
  });

  it('refuses to be changed, and tells when it was', async () => {
    await expect(tokens.pool.query('delete from ledger_chain')).rejects.toMatchObject({ code: '23001' });
    const [, second] = (await tokens.pool.query('select * from ledger_chain order by number')).rows;
    const chain = async (sql: string, values: unknown[]) => {
      await tokens.pool.query('alter table ledger_chain disable trigger ledger_chain_append_only');
      await tokens.pool.query(sql, values);
      await tokens.pool.query('alter table ledger_chain enable trigger ledger_chain_append_only');
    };
    undo.push(() =>
      chain('insert into ledger_chain values ($1, $2, $3, $4)', [
        ...[second.number, second.event_id, second.correlation_id, second.hash],
      ]),
    );
    await chain('delete from ledger_chain where number = $1', [second.number]);
    expect(await verify()).toMatchObject({ ok: false, firstBroken: { number: 2, eventId: second.event_id } });
  });

  it('goes on where it stopped, each event once', async () => {
    await tokens.stopWorker();
    await Promise.all([tokens.newUser(), tokens.newUser(), tokens.newUser()]);
    expect((await verify()).checked).toBeLessThan((await events()).length);
    await tokens.startWorker();
    await eventually(async () => expect(await verify()).toMatchObject({ ok: true, checked: (await events()).length }));
  });

  it('goes on from where it was found right, and finds what was altered before that when it is read in full', async () => {
    const whole = await verify();
    expect(await verify(false)).toMatchObject({ ok: true, checked: whole.checked, recomputed: 0 });
    await tokens.newUser();
    expect(await verify(false)).toMatchObject({ ok: true, checked: whole.checked + 1, recomputed: 1 });
    const { event_id, data } = (await events())[2];
    const restore = 'update events set data = $2 where event_id = $1';
    undo.push(() => tamper([restore, [event_id, data]]));
    await tamper([restore, [event_id, { ...data, reason: 'another' }]]);
    expect(await verify(false)).toMatchObject({ ok: true });
    const found = { ok: false, firstBroken: { number: 3, eventId: event_id, fault: 'altered' } };
    expect(await verify(true)).toMatchObject(found);
    // After a fault, the next run verifies everything again.
    expect(await verify(false)).toMatchObject(found);
  });

  it('finds a chain that was written anew, also where it is right in itself', async () => {
    await verify();
    const { rows } = await tokens.pool.query('select * from ledger_chain order by number desc limit 1');
    const [last] = rows;
    const [event] = (await tokens.pool.query('select * from events where event_id = $1', [last.event_id])).rows;
    const chain = async (sql: string, values: unknown[]) => {
      await tokens.pool.query('alter table ledger_chain disable trigger ledger_chain_append_only');
      await tokens.pool.query(sql, values);
      await tokens.pool.query('alter table ledger_chain enable trigger ledger_chain_append_only');
    };
    undo.push(async () => {
      await tamper([
        'insert into events overriding system value select * from jsonb_populate_record(null::events, $1)',
        [JSON.stringify(event)],
      ]);
      const link = [last.number, last.event_id, last.correlation_id, last.hash];
      await chain('insert into ledger_chain values ($1, $2, $3, $4)', link);
    });
    await tamper(['delete from events where event_id = $1', [last.event_id]]);
    await chain('delete from ledger_chain where number = $1', [last.number]);
    expect(await verify(false)).toMatchObject({
      ok: false,
      firstBroken: { number: Number(last.number), fault: 'removed' },
    });
  });

  it('is shown to support alone', async () => {
    const asked = tokens.rpc.call(supportLedgerRpc.verifyLedger, {}, tokens.context());
    await expect(asked).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
