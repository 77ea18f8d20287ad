import { randomUUID } from 'node:crypto';
import { type Rpc, identitySupportRpc as rpc, type UserId } from '@candid/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { codeOf, IdentityFixture } from '../identity.fixture.spec.js';

describe('the audit log of support', () => {
  let identity: IdentityFixture;
  const supporter = randomUUID() as UserId;
  beforeAll(async () => {
    identity = await IdentityFixture.start();
  });
  afterAll(() => identity.stop());

  const keyed = () =>
    identity.caller({
      userId: supporter,
      roles: ['user', 'support'],
      idempotency: { key: randomUUID(), fingerprint: 'body' },
    });
  const entriesOf = async (name: string) => {
    const sql = `select replace(message, 'identity.', '') as act, outcome from support_acts where $1 = any(targets) order by acted_at`;
    return (await identity.session.query<{ act: string; outcome: string }>(sql, [name])).map(
      ({ act, outcome }) => `${act} ${outcome}`,
    );
  };
  const whatIs = async () =>
    identity.session.query(
      `select name, revoked_at::text from assessor_passkeys union all select name, revoked_at::text from personal_passkeys order by name`,
    );

  it('has each act on passkeys, in its transaction and once', async () => {
    const [shared, batch] = [`shared-${randomUUID().slice(0, 8)}`, `batch-${randomUUID().slice(0, 8)}`];
    const acts: [Rpc, object, string][] = [
      [rpc.addPasskey, { name: shared }, shared],
      [rpc.addPasskeyBatch, { name: batch, count: 2, validDays: 7 }, batch],
      [rpc.revokePersonalPasskey, { name: `${batch}.001` }, `${batch}.001`],
      [rpc.revokePasskeyBatch, { name: batch }, batch],
      [rpc.revokePasskey, { name: shared }, shared],
    ];
    for (const [message, request, name] of acts) {
      const [before, entriesBefore, context] = [await whatIs(), await entriesOf(name), keyed()];
      await identity.session.query('alter table support_acts add constraint no_room check (false) not valid');
      expect(await codeOf(identity.rpc.call(message, request, context))).toBe('UNAVAILABLE');
      await identity.session.query('alter table support_acts drop constraint no_room');
      expect(await whatIs()).toEqual(before);
      expect(await entriesOf(name)).toEqual(entriesBefore);
      await identity.rpc.call(message, request, context);
      await identity.rpc.call(message, request, context);
      expect(await whatIs()).not.toEqual(before);
      expect(await entriesOf(name)).toEqual([...entriesBefore, `${message.subject.split('.').at(-1)} ok`]);
    }
    expect(await entriesOf(shared)).toEqual(['addPasskey ok', 'revokePasskey ok']);
  });

  it('has a revealed address before it is shown, and one that there is not', async () => {
    const { user } = await identity.signUp();
    const reveal = (userId: UserId) => identity.rpc.call(rpc.revealEmail, { userId }, keyed());
    expect((await reveal(user.userId)).email).toContain('@');
    expect(await entriesOf(user.userId)).toEqual(['revealEmail ok']);
    const nobody = randomUUID() as UserId;
    expect(await codeOf(reveal(nobody))).toBe('NOT_FOUND');
    expect(await entriesOf(nobody)).toEqual(['revealEmail NOT_FOUND']);
  });

  it('has whose accounts a search has shown, and not what was typed', async () => {
    const { user } = await identity.signUp('found@people.example');
    await identity.rpc.call(rpc.findAccounts, { query: 'found@people.example', limit: 5 }, keyed());
    expect(await entriesOf(user.userId)).toEqual(['findAccounts ok']);
    const [{ text }] = (await identity.session.query<{ text: string }>(
      `select string_agg(a::text, '') as text from support_acts a`,
    )) as [{ text: string }];
    expect(text).not.toContain('found@');
  });
});
