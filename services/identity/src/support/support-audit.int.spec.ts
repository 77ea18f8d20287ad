import { randomUUID } from 'node:crypto';
import { listSupportActsRpc, type RequestContext, identitySupportRpc as rpc, type UserId } from '@candid/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { codeOf, IdentityFixture } from '../identity.fixture.spec.js';

describe('the audit log of the gateway’s refusals', () => {
  let identity: IdentityFixture;
  const supporter = randomUUID() as UserId;
  const support = (more: Partial<RequestContext> = {}) =>
    identity.caller({ userId: supporter, roles: ['user', 'support'], ...more });
  beforeAll(async () => {
    identity = await IdentityFixture.start();
  });
  afterAll(() => identity.stop());

  const record = (entryId: string, more = {}) =>
    identity.rpc.call(
      rpc.recordSupportCall,
      { entryId, call: 'grant', targets: ['one'], reason: 'a gift', ticket: 'T-1', ...more },
      support({ requestId: 'request-1' }),
    );

  /** Returns the recorded calls without the acts that the service adds itself. */
  const recorded = async () => {
    const { entries } = await identity.rpc.call(listSupportActsRpc('identity'), { limit: 101 }, support());
    return entries.filter(({ message }) => message === null);
  };

  it('holds who, what, when, why and the outcome, each once', async () => {
    const entryId = randomUUID();
    const found = randomUUID();
    await record(entryId);
    await record(entryId, { reason: 'another reason' });
    const [open] = await recorded();
    expect(open).toMatchObject({ entryId, outcome: null });
    const outcome = { entryId, status: 409, code: 'CONFLICT', targets: [found] };
    await identity.rpc.call(rpc.recordSupportOutcome, outcome, support());
    await identity.rpc.call(rpc.recordSupportOutcome, { ...outcome, status: 200 }, support());
    const [entry] = await recorded();
    expect(entry).toEqual({
      entryId,
      at: expect.any(String),
      actorId: supporter,
      message: null,
      call: 'grant',
      targets: [found, 'one'].sort(),
      reason: 'a gift',
      ticket: 'T-1',
      requestId: 'request-1',
      outcome: { status: 409, code: 'CONFLICT' },
      times: 1,
      lastAt: expect.any(String),
    });
  });

  it('contains attempts without the role, and none without a caller', async () => {
    const entryId = randomUUID();
    const [intruder, nobody] = [identity.caller({ userId: supporter, roles: ['user'] }), identity.caller()];
    const call = { entryId, call: 'grant', targets: [] };
    const outcome = { entryId, status: 403, code: 'FORBIDDEN', targets: [] };
    await identity.rpc.call(rpc.recordSupportCall, call, intruder);
    await identity.rpc.call(rpc.recordSupportOutcome, outcome, intruder);
    const [entry] = await recorded();
    expect(entry).toMatchObject({ entryId, actorId: supporter, outcome: { status: 403, code: 'FORBIDDEN' } });
    expect(await codeOf(identity.rpc.call(rpc.recordSupportCall, call, nobody))).toBe('UNAUTHENTICATED');
    expect(await codeOf(identity.rpc.call(rpc.recordSupportOutcome, outcome, nobody))).toBe('UNAUTHENTICATED');
  });

  it('counts repeated attempts without the role with the first of the call and the day', async () => {
    const intruder = identity.caller({ userId: randomUUID() as UserId, roles: ['user'] });
    const entryIds = Array.from({ length: 4 }, () => randomUUID());
    const attempt = async (entryId: string, call = 'grant') =>
      (await identity.rpc.call(rpc.recordSupportCall, { entryId, call, targets: ['one'] }, intruder)).hasEntry;
    expect(await attempt(entryIds[0]!)).toBe(true);
    // Repeats the same attempt, as after a lost answer.
    expect(await attempt(entryIds[0]!)).toBe(true);
    expect(await Promise.all(entryIds.slice(1).map((entryId) => attempt(entryId)))).toEqual([false, false, false]);
    expect(await attempt(randomUUID(), 'listPasskeys')).toBe(true);
    const entries = await recorded();
    const tried = entries.filter(({ actorId }) => actorId === intruder.userId);
    expect(tried).toMatchObject([
      { call: 'listPasskeys', times: 1 },
      { entryId: entryIds[0], call: 'grant', times: 4 },
    ]);
    expect(tried[1]!.lastAt! >= tried[1]!.at).toBe(true);
    await identity.session.query(
      `update refused_calls set on_day = on_day - 1 where user_id = '${intruder.userId}' and call = 'grant'`,
    );
    expect(await attempt(randomUUID())).toBe(true);
  });

  it('goes page by page, newest first, among what the service enters', async () => {
    const ids: string[] = Array.from({ length: 3 }, () => randomUUID());
    for (const entryId of ids) await record(entryId);
    const seen: { at: string; entryId: string }[] = [];
    while (!seen.some(({ entryId }) => entryId === ids[0])) {
      const page = { limit: 2, before: seen.at(-1) };
      seen.push(...(await identity.rpc.call(listSupportActsRpc('identity'), page, support())).entries);
    }
    const seenIds = seen.map(({ entryId }) => entryId);
    expect(new Set(seenIds).size).toBe(seenIds.length);
    expect(seenIds.filter((entryId) => ids.includes(entryId))).toEqual(ids.toReversed());
  });

  it('keeps every record of a refused call and its count, against the owner of the database as well', async () => {
    const caller = randomUUID();
    const added = `insert into refused_calls (user_id, call, on_day, entry_id, times) values ($1, 'grant', now(), $1, 2)`;
    await identity.session.query(added, [caller]);
    const refusal = `insert into support_refusals (caller, message, on_day, entry_id, times) values ($1, 'x', now(), $2, 2)`;
    await identity.session.query(refusal, [caller, caller]);
    for (const table of ['refused_calls', 'support_refusals']) {
      for (const statement of [
        `delete from ${table}`,
        `truncate ${table}`,
        `update ${table} set times = 1 where entry_id = '${caller}'`,
        `update ${table} set entry_id = gen_random_uuid() where entry_id = '${caller}'`,
      ]) {
        await expect(identity.session.query(statement)).rejects.toThrow('append-only');
      }
    }
  });

  it('can be changed by nobody, not by the owner of the database either', async () => {
    for (const table of ['support_calls', 'support_call_outcomes']) {
      for (const statement of [
        `update ${table} set entry_id = gen_random_uuid()`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
      ]) {
        await expect(identity.session.query(statement)).rejects.toThrow('append-only');
      }
    }
  });
});
