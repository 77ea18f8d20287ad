import { randomUUID } from 'node:crypto';
import {
  accountRpc,
  findThingsRpc,
  identityRpc,
  listSupportActsRpc,
  listTimelineRpc,
  type RequestContext,
  identitySupportRpc as rpc,
  type Session,
  type UserId,
} from '@candid/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { codeOf, IdentityFixture, PASSKEY, PASSWORD } from '../identity.fixture.spec.js';

describe('support', () => {
  let identity: IdentityFixture;
  const supporter = randomUUID() as UserId;
  const support = (more: Partial<RequestContext> = {}) =>
    identity.caller({ userId: supporter, roles: ['user', 'support'], ...more });
  beforeAll(async () => {
    identity = await IdentityFixture.start();
  });
  afterAll(() => identity.stop());

  it('is refused to everybody without the role', async () => {
    const context = identity.caller({ userId: supporter, roles: ['user', 'assessor'] });
    const calls = [
      identity.rpc.call(rpc.findAccounts, { query: 'a', limit: 10 }, context),
      identity.rpc.call(rpc.getFoundAccount, { userId: supporter }, context),
      identity.rpc.call(rpc.revealEmail, { userId: supporter }, context),
      identity.rpc.call(rpc.listFeedback, { limit: 10 }, context),
      identity.rpc.call(rpc.revealFeedback, { feedbackId: randomUUID() }, context),
      identity.rpc.call(rpc.listPasskeys, {}, context),
      identity.rpc.call(rpc.addPasskey, { name: 'mine' }, context),
      identity.rpc.call(rpc.revokePasskey, { name: 'beta' }, context),
      identity.rpc.call(listSupportActsRpc('identity'), { limit: 10 }, context),
    ];
    expect(await Promise.all(calls.map(codeOf))).toEqual(calls.map(() => 'FORBIDDEN'));
  });

  describe('looking for accounts', () => {
    const find = (query: string, more: { limit?: number; cursor?: string } = {}) =>
      identity.rpc.call(rpc.findAccounts, { query, limit: 10, ...more }, support());
    const veiled = 'a•••@l•••.example';
    let people: (Session & { email: string })[];
    beforeAll(async () => {
      people = [];
      for (const name of ['ann', 'anna', 'a_n']) people.push(await identity.signUp(`${name}@look.example`));
    });

    it('finds by the whole address, and by the whole or the beginning of an id, in any case', async () => {
      const [, anna] = people;
      const { userId } = anna!.user;
      expect((await find(' ANNA@look.example ')).accounts).toMatchObject([{ userId, eraseAt: null }]);
      expect((await find(userId)).accounts.map((account) => account.userId)).toEqual([userId]);
      expect((await find(userId.slice(0, 13))).accounts.map((account) => account.userId)).toEqual([userId]);
      expect((await find(userId.toUpperCase())).accounts).toMatchObject([{ userId }]);
    });

    it('finds nobody by fewer than 8 characters of an id', async () => {
      const { userId } = people[0]!.user;
      for (const length of [1, 4, 7]) expect((await find(userId.slice(0, length))).accounts).toEqual([]);
      expect((await find(userId.slice(0, 8))).accounts.map((account) => account.userId)).toContain(userId);
    });

    it('bounds searches and reveals by member of staff and day, and counts who is refused', async () => {
      const other = identity.caller({ userId: randomUUID() as UserId, roles: ['user', 'support'] });
      const search = () => identity.rpc.call(rpc.findAccounts, { query: 'nobody', limit: 1 }, other);
      const reveal = () => identity.rpc.call(rpc.revealEmail, { userId: people[0]!.user.userId }, other);
      for (let searches = 1; searches <= 100; searches++) await search();
      for (let reveals = 1; reveals <= 10; reveals++) await reveal();
      expect([await codeOf(search()), await codeOf(reveal())]).toEqual(['RATE_LIMITED', 'RATE_LIMITED']);
      const { metrics } = identity.service.platform;
      expect(await metrics.registry.metrics()).toMatch(
        /support_lookups_total\{[^}]*kind="reveal",outcome="refused"[^}]*\} 1/,
      );
      identity.passTime(24 * 3_600_000);
      await reveal();
    });

    it('finds nobody by a part of an address, so that no letter of it can be tried out', async () => {
      const typed = ['an', 'ann', 'anna@', 'anna@look', 'anna@look.exampl', 'anna@look.example.', 'nna@look.example'];
      for (const query of typed) expect((await find(query)).accounts.map(({ email }) => email)).not.toContain(veiled);
      expect((await find('look.example')).accounts).toEqual([]);
    });

    it('veils addresses until one is asked for by itself', async () => {
      const { user, email } = people[0]!;
      const { userId } = user;
      expect((await find(email)).accounts).toMatchObject([{ userId, email: veiled }]);
      const get = (id: UserId) => identity.rpc.call(rpc.getFoundAccount, { userId: id }, support());
      expect(await get(userId)).toEqual((await find(userId)).accounts[0]);
      const reveal = (id: UserId) => identity.rpc.call(rpc.revealEmail, { userId: id }, support());
      expect(await reveal(userId)).toEqual({ email });
      const nobody = randomUUID() as UserId;
      expect([await codeOf(get(nobody)), await codeOf(reveal(nobody))]).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    });

    it('takes wildcards for what they are', async () => {
      expect((await find('a_n@look.example')).accounts).toMatchObject([{ userId: people[2]!.user.userId }]);
      expect((await find('a%n@look.example')).accounts).toEqual([]);
      for (const query of ['%', '_', '-', "' or 1=1"]) expect((await find(query)).accounts).toEqual([]);
    });

    it('goes page by page', async () => {
      const ids = ['0', '7', 'f'].map((digit) => `abcdef00-0000-4000-8000-00000000000${digit}`);
      for (const [index, userId] of ids.entries()) {
        const added = [userId, `${index}@page.example`];
        await identity.session.query(
          `insert into credentials (user_id, email, password_hash) values ($1, $2, '')`,
          added,
        );
      }
      const first = await find('ABCDEF00-0', { limit: 2 });
      const second = await find('ABCDEF00-0', { limit: 2, cursor: first.nextCursor! });
      expect([...first.accounts, ...second.accounts].map(({ userId }) => userId)).toEqual(ids);
      expect(second.nextCursor).toBeNull();
      expect(await codeOf(find('a', { cursor: 'x' }))).toBe('VALIDATION_FAILED');
    });

    it('shows that a deletion was asked for, and when it ends', async () => {
      const person = await identity.signUp();
      const request = { userId: person.user.userId, password: PASSWORD };
      const { eraseAt } = await identity.rpc.call(accountRpc.deleteAccount, request, identity.contextOf(person));
      const [found] = (await find(person.email)).accounts;
      expect(found).toMatchObject({ eraseAt });
      expect(found!.deletionRequestedAt).not.toBeNull();
    });
  });

  it('shows the open sessions and the mails of an account, and the names of staff only', async () => {
    const person = await identity.signUp();
    const { userId } = person.user;
    await identity.rpc.call(identityRpc.requestPasswordReset, { email: person.email }, identity.caller());
    const { sessions, mails } = await identity.rpc.call(rpc.getAccountActivity, { userId }, support());
    expect(sessions).toEqual([expect.objectContaining({ startedAt: expect.any(String) })]);
    expect(sessions[0]).not.toHaveProperty('sessionId');
    expect(mails.map(({ kind }) => kind).sort()).toEqual(['password-reset', 'signup-code']);
    const names = () => identity.rpc.call(rpc.listStaffNames, { userIds: [userId, supporter] }, identity.caller());
    expect((await names()).names).toEqual([]);
    await identity.session.query(`update accounts set roles = '{user,support}' where user_id = $1`, [userId]);
    expect((await names()).names).toEqual([{ userId, name: person.email.split('@')[0] }]);
  });

  it('reads feedback newest first, page by page', async () => {
    for (const feedback of ['first', 'second', 'third']) {
      await identity.rpc.call(identityRpc.sendFeedback, { feedback }, identity.caller());
    }
    const first = await identity.rpc.call(rpc.listFeedback, { limit: 2 }, support());
    const second = await identity.rpc.call(rpc.listFeedback, { limit: 2, cursor: first.nextCursor! }, support());
    expect([...first.entries, ...second.entries].map(({ feedback }) => feedback)).toEqual(['third', 'second', 'first']);
    expect(second.nextCursor).toBeNull();
  });

  it('shows of who sent feedback a veiled address', async () => {
    const feedback = { feedback: 'from a person', email: 'nina@look.example' };
    await identity.rpc.call(identityRpc.sendFeedback, feedback, identity.caller());
    const { entries } = await identity.rpc.call(rpc.listFeedback, { limit: 1 }, support());
    expect(entries).toMatchObject([{ feedback: 'from a person', email: 'n•••@l•••.example' }]);
    const reveal = (feedbackId: string) => identity.rpc.call(rpc.revealFeedback, { feedbackId }, support());
    expect(await reveal(entries[0]!.feedbackId)).toEqual({ email: feedback.email });
    await identity.rpc.call(identityRpc.sendFeedback, { feedback: 'from nobody' }, identity.caller());
    const [nameless] = (await identity.rpc.call(rpc.listFeedback, { limit: 1 }, support())).entries;
    for (const id of [nameless!.feedbackId, randomUUID()]) expect(await codeOf(reveal(id))).toBe('NOT_FOUND');
  });

  describe('passkeys', () => {
    const add = (name: string, secret?: string, key: string = randomUUID()) =>
      identity.rpc.call(
        rpc.addPasskey,
        { name, ...(secret !== undefined && { secret }) },
        support({ idempotency: { key, fingerprint: 'x' } }),
      );
    const approve = async (passkey: string) => {
      const person = await identity.signUp();
      const request = { userId: person.user.userId, passkey };
      return identity.rpc.call(identityRpc.approveAssessor, request, identity.contextOf(person));
    };

    it('are added with a secret that approves an assessor and is stored hashed', async () => {
      const { passkey, secret } = await add('spring');
      expect(passkey).toMatchObject({ name: 'spring', revokedAt: null });
      expect((await approve(secret)).user.approvedAssessor).toBe(true);
      expect((await add('given', 'a secret of our own')).secret).toBe('a secret of our own');
      const stored = await identity.session.query<{ text: string }>(
        'select p::text as text from assessor_passkeys p union all select i::text from idempotency_records i',
      );
      expect(stored.filter(({ text }) => text.includes(secret) || text.includes('of our own'))).toEqual([]);
    });

    it('are listed with those of the configuration, without secrets', async () => {
      const { passkeys } = await identity.rpc.call(rpc.listPasskeys, {}, support());
      expect(passkeys.map(({ name }) => name)).toEqual(expect.arrayContaining(['beta', 'spring']));
      expect(JSON.stringify(passkeys)).not.toMatch(/argon2|secret/i);
    });

    it('answer a repeated request with the same secret, and never use a name twice', async () => {
      const key = randomUUID();
      const [first, again] = [await add('summer', undefined, key), await add('summer', undefined, key)];
      expect(again).toEqual(first);
      expect(await codeOf(add('summer'))).toBe('CONFLICT');
      expect(await codeOf(add('summer', 'another secret'))).toBe('CONFLICT');
    });

    it('approve nobody once revoked; who is approved stays it', async () => {
      const { secret } = await add('autumn');
      const before = await approve(secret);
      const revoke = () => identity.rpc.call(rpc.revokePasskey, { name: 'autumn' }, support());
      const { passkey } = await revoke();
      expect(passkey.revokedAt).not.toBeNull();
      expect(await revoke()).toEqual({ passkey });
      expect(await codeOf(approve(secret))).toBe('PASSKEY_INCORRECT');
      expect(await codeOf(add('autumn', secret))).toBe('CONFLICT');
      expect((await identity.getUser(before.user.userId)).approvedAssessor).toBe(true);
      expect((await approve(PASSKEY)).user.approvedAssessor).toBe(true);
      const unknown = identity.rpc.call(rpc.revokePasskey, { name: 'winter' }, support());
      expect(await codeOf(unknown)).toBe('NOT_FOUND');
    });
  });

  describe('the timeline of a request', () => {
    const timeline = async (requestId: string, context = support()) =>
      (await identity.rpc.call(listTimelineRpc('identity'), { requestIds: [requestId], limit: 50 }, context)).steps;

    it('contains the mail it caused, without its address, and whether it was sent', async () => {
      const requestId = randomUUID();
      const email = 'waiting@look.example';
      await identity.rpc.call(identityRpc.requestSignupCode, { email }, identity.caller({ requestId }));
      const mail = { kind: 'mail', title: 'signup-code', userId: null, detail: null, requestId };
      const steps = await timeline(requestId);
      expect(steps).toMatchObject([{ ...mail, state: 'waiting' }]);
      expect(JSON.stringify(steps)).not.toContain('look.example');
      for (const [column, state] of [
        ['failed_at', 'failed'],
        ['completed_at', 'sent'],
      ]) {
        const sql = `update work_items set ${column} = now() where payload->>'correlationId' = $1`;
        await identity.session.query(sql, [requestId]);
        expect(await timeline(requestId)).toMatchObject([{ ...mail, state }]);
      }
    });

    it('contains the events of the account and their mails', async () => {
      const person = await identity.signUp();
      const { userId } = person.user;
      const request = { userId, password: PASSWORD };
      const context = { ...identity.contextOf(person), requestId: randomUUID() };
      await identity.rpc.call(accountRpc.deleteAccount, request, context);
      const event = { kind: 'event', title: 'AccountDeleted', userId, detail: `account-${userId}`, state: null };
      const mail = { kind: 'mail', title: 'account-deleted', userId, state: 'waiting' };
      const steps = await timeline(context.requestId);
      expect(steps).toHaveLength(2);
      expect(steps).toEqual(expect.arrayContaining([event, mail].map((step) => expect.objectContaining(step))));
    });

    it('contains the recorded call, if support made it', async () => {
      const requestId = randomUUID();
      const entryId = randomUUID();
      const call = { entryId, call: 'grant', targets: [], reason: 'a gift' };
      await identity.rpc.call(rpc.recordSupportCall, call, support({ requestId }));
      const step = { kind: 'request', title: 'grant', id: requestId, userId: supporter, detail: 'a gift' };
      expect(await timeline(requestId)).toMatchObject([{ ...step, state: null }]);
      const outcome = { entryId, status: 409, code: 'CONFLICT', targets: [] };
      await identity.rpc.call(rpc.recordSupportOutcome, outcome, support());
      expect(await timeline(requestId)).toMatchObject([{ ...step, state: '409 CONFLICT' }]);
      const { things } = await identity.rpc.call(findThingsRpc('identity'), { id: requestId }, support());
      expect(things).toMatchObject([{ kind: 'request', id: requestId, userId: supporter, title: 'grant' }]);
    });

    it('is closed to everybody else', async () => {
      expect(await codeOf(timeline('request', identity.caller({ roles: ['user'] })))).toBe('FORBIDDEN');
    });
  });
});
