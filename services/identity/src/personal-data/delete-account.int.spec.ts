import { randomUUID } from 'node:crypto';
import {
  accountRpc,
  identityEvents,
  identityRpc,
  moderationEvents,
  noticesRpc,
  PRODUCT,
  photosEvents,
  type Session,
  type UserId,
} from '@candid/contracts';
import { Commands } from '@candid/event-store';
import { storedRows, tablesNaming } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { codeOf, IdentityFixture, PASSWORD } from '../identity.fixture.spec.js';
import { PasswordHasher } from '../kernel/passwords.js';
import { EraseAccounts } from './erasure.js';

describe('an account', () => {
  let identity: IdentityFixture;
  let erasing: EraseAccounts;
  beforeAll(async () => {
    identity = await IdentityFixture.start();
    erasing = new EraseAccounts(new Commands(identity.store), identity.clock);
  });
  afterAll(() => identity.stop());

  const remove = (session: Session, password = PASSWORD) =>
    identity.rpc.call(accountRpc.deleteAccount, { userId: session.user.userId, password }, identity.contextOf(session));
  const logIn = (email: string) =>
    identity.rpc.call(identityRpc.logIn, { email, password: PASSWORD }, identity.caller());
  const eventsOf = (userId: string) =>
    identity.session.query<{ type: string; data: any }>(
      'select type, data from events where stream_id = $1 order by stream_version',
      [`account-${userId}`],
    );
  const send = (feedback: string, userId?: UserId, email?: string) =>
    identity.rpc.call(
      identityRpc.sendFeedback,
      { feedback, ...(email && { email }) },
      identity.caller({ ...(userId && { userId }) }),
    );
  const keysOf = (userId: string) => identity.session.query('select 1 from personal_keys where user_id = $1', [userId]);
  const textsStored = async () => (await storedRows(identity.session)).map(({ text }) => text);
  async function signedUpFrom(
    country: string,
    { email = `${randomUUID()}@example.org`, phoneNumber = '+44 20 7946 0018' } = {},
  ) {
    const signupCode = await identity.signupCodeFor(email);
    const form = { email, password: PASSWORD, signupCode, phoneNumber };
    return { ...(await identity.rpc.call(identityRpc.signUp, form, identity.caller({ country }))), email };
  }

  it('is exported with everything that is kept, and no secret', async () => {
    const person = await signedUpFrom('GB');
    const { userId } = person.user;
    for (const text of ['one', 'two', 'three']) await send(text, userId);
    await send('from the outside', undefined, person.email);
    const other = await identity.signUp();
    await send('of another user who left this address', other.user.userId, person.email);
    await send('of somebody else');
    const context = identity.contextOf(person);
    const exported = await identity.rpc.call(accountRpc.exportAccount, { userId }, context);
    expect(exported).toMatchObject({
      account: { userId, email: person.email, phoneNumber: '+44 20 7946 0018', country: 'GB', roles: ['user'] },
      preferences: {
        locationsPreference: 'All',
        lookingFor: { gender: 'All', relationshipType: 'Either', ageFrom: null, ageTo: null },
        mails: { firstRating: true, results: true, ended: true, profileResults: true, reportOutcome: true },
      },
      sessions: [{ endedAt: null, endReason: null }],
    });
    expect(JSON.stringify(exported)).not.toMatch(/argon2|hash/i);
    const texts: string[] = [];
    let cursor: string | null = null;
    do {
      const request = { userId, limit: 3, ...(cursor !== null && { cursor: cursor as string }) };
      const page: any = await identity.rpc.call(accountRpc.exportFeedback, request, context);
      texts.push(...page.feedback.map((entry: { feedback: string }) => entry.feedback));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(texts).toEqual(['from the outside', 'three', 'two', 'one']);
    const foreign = await identity.signUp();
    const asked = identity.rpc.call(accountRpc.exportAccount, { userId }, identity.contextOf(foreign));
    expect(await codeOf(asked)).toBe('FORBIDDEN');
  });

  it('keeps the country in events sealed, and tells it to the services that need it', async () => {
    const { user, eventIds } = await signedUpFrom('NZ');
    const [registered] = await eventsOf(user.userId);
    expect(registered!.data.country).toMatch(/^sealed\.1\./);
    const published = await identity.publishedEvent(identityEvents.UserRegistered, eventIds[0]!);
    expect(published.data).toEqual({ userId: user.userId, country: 'NZ', hasWelcomeGrant: true });
  });

  describe('that is deleted', () => {
    it('needs the right password, and says the same of a wrong one as of none there', async () => {
      const person = await identity.signUp();
      expect(await codeOf(remove(person, ''))).toBe('VALIDATION_FAILED');
      expect(await codeOf(remove(person, 'Wrong horse!'))).toBe('UNAUTHENTICATED');
      await logIn(person.email);
      const foreign = await identity.signUp();
      const request = { userId: person.user.userId, password: PASSWORD };
      const asked = identity.rpc.call(accountRpc.deleteAccount, request, identity.contextOf(foreign));
      expect(await codeOf(asked)).toBe('FORBIDDEN');
    });

    it('is gone at once: no session, no log-in, no reset, no code, nothing to see', async () => {
      const person = await identity.signUp();
      const elsewhere = await logIn(person.email);
      const token = await identity.resetTokenFor(person.email);
      const { eraseAt, eventIds } = await remove(person);
      expect(Date.parse(eraseAt) - identity.clock().getTime()).toBeLessThanOrEqual(PRODUCT.erasureMs);
      for (const { refreshToken } of [person, elsewhere]) {
        const refreshed = identity.rpc.call(identityRpc.refresh, { refreshToken }, identity.caller());
        expect(await codeOf(refreshed)).toBe('UNAUTHENTICATED');
      }
      const ends = await identity.session.query('select distinct end_reason from sessions where user_id = $1', [
        person.user.userId,
      ]);
      expect(ends).toEqual([{ end_reason: 'account-deleted' }]);
      const verify = jest.spyOn(PasswordHasher.prototype, 'verify');
      expect(await codeOf(logIn(person.email))).toBe('UNAUTHENTICATED');
      expect(verify.mock.calls).toEqual([[PASSWORD, undefined, expect.anything()]]);
      verify.mockRestore();
      const shown = await identity.rpc.call(identityRpc.validatePasswordReset, { token }, identity.caller());
      expect(shown).toEqual({ valid: false });
      const reset = { token, newPassword: 'Better-horse-10' };
      expect(await codeOf(identity.rpc.call(identityRpc.resetPassword, reset, identity.caller()))).toBe(
        'RESET_TOKEN_INVALID',
      );
      const { userId } = person.user;
      expect(await codeOf(identity.getUser(userId))).toBe('NOT_FOUND');
      const change = identity.rpc.call(
        identityRpc.updateLookingFor,
        { userId, gender: 'Man' },
        identity.contextOf(person),
      );
      expect(await codeOf(change)).toBe('NOT_FOUND');
      const flag = identity.rpc.call(identityRpc.dismissFirstLogin, { userId }, identity.contextOf(person));
      expect(await codeOf(flag)).toBe('NOT_FOUND');
      const published = await identity.publishedEvent(identityEvents.AccountDeleted, eventIds[0]!);
      expect(published.data).toEqual({ userId, eraseAt });
    });

    it('is deleted once, however often and at once it is asked for, and answers the same date', async () => {
      const person = await identity.signUp();
      const answers = await Promise.all([1, 2, 3].map(() => remove(person)));
      const again = await remove(person);
      expect(new Set([...answers, again].map(({ eraseAt }) => eraseAt)).size).toBe(1);
      expect(answers.flatMap(({ eventIds }) => eventIds)).toHaveLength(1);
      const types = (await eventsOf(person.user.userId)).map(({ type }) => type);
      expect(types.filter((type) => type === 'AccountDeleted')).toHaveLength(1);
      const mails = await identity.session.query('select 1 from work_items where id = $1', [
        `mail:account-deleted:${person.user.userId}`,
      ]);
      expect(mails).toHaveLength(1);
    });

    it('holds its address until it is erased, and says so to who holds a code for it', async () => {
      const person = await identity.signUp();
      await remove(person);
      const signupCode = await identity.signupCodeFor(person.email);
      const form = { email: person.email, password: PASSWORD, signupCode };
      const refusal = await identity.rpc.call(identityRpc.signUp, form, identity.caller()).catch((error) => error);
      expect(refusal).toMatchObject({ code: 'EMAIL_TAKEN' });
      expect(refusal.message).toMatch(/is being deleted\. You can sign up with it again from \d+ \w+ \d{4}\./);
    });

    it('can be read in no copy of the database from its deletion on, but for the address that it holds', async () => {
      const phoneNumber = '+44 20 7946 0333';
      const person = await signedUpFrom('TO', { phoneNumber });
      const { userId } = person.user;
      const gender = 'Woman' as const;
      await identity.rpc.call(identityRpc.updateLookingFor, { userId, gender }, identity.contextOf(person));
      await identity.resetTokenFor(person.email);
      await remove(person);
      const about = (await textsStored()).filter((text) => text.includes(userId) || text.includes(person.email));
      expect(about.filter((text) => /7946 0333|Woman|"TO"|,TO,/.test(text))).toEqual([]);
      expect(await keysOf(userId)).toEqual([]);
      const holding = await identity.session.query('select email from credentials where user_id = $1', [userId]);
      expect(holding).toEqual([{ email: person.email }]);
    });

    it('is erased after 30 days and not a moment before; nothing readable is left of the person', async () => {
      const person = await signedUpFrom('FJ', {
        email: `${randomUUID()}@shredded.example`,
        phoneNumber: '+44 20 7946 0777',
      });
      const { userId } = person.user;
      await send('Call me Ishmael', userId);
      const { eraseAt } = await remove(person);
      await erasing.erase(new Date(Date.parse(eraseAt) - 1));
      expect((await eventsOf(userId)).map(({ type }) => type)).not.toContain('AccountErased');
      await Promise.all([erasing.erase(new Date(eraseAt)), erasing.erase(new Date(eraseAt))]);
      await erasing.erase(new Date(Date.parse(eraseAt) + 1));
      const events = await eventsOf(userId);
      expect(events.filter(({ type }) => type === 'AccountErased')).toHaveLength(1);
      expect(await keysOf(userId)).toEqual([]);
      const readable = (await textsStored()).filter((text) =>
        /shredded\.example|Ishmael|7946 0777|"FJ"|,FJ,/.test(text),
      );
      expect(readable).toEqual([]);
    });

    it('is named by its address in no row of the moderation, and by its id only in the account, its events and mails', async () => {
      const person = await identity.signUp();
      const { userId } = person.user;
      const notice = {
        reason: 'illegal',
        location: 'The third photo',
        text: 'It is mine.',
        isGoodFaith: true,
      } as const;
      const sender = { name: 'Mia Muster', email: person.email };
      await identity.rpc.call(noticesRpc.sendNotice, { ...notice, ...sender }, identity.caller({ ip: randomUUID() }));
      const suspension = { caseId: randomUUID(), statementId: randomUUID(), userId };
      const answered = [{ reportId: randomUUID(), reporterId: userId, noticeId: null, isUpheld: true }];
      const until = new Date(identity.clock().getTime() + PRODUCT.erasureMs).toISOString();
      const times = { until, decidedAt: identity.clock().toISOString() };
      const event = await identity.publish(moderationEvents.CaseDecided, {
        ...{ ...suspension, ...times, answered, decision: 'suspendAccount', rule: 'no-nudity' },
        ...{ kind: 'photo', photoId: randomUUID() },
      });
      for (const subscriber of ['suspend-on-case-decided', 'answer-on-case-decided', 'mail-on-case-decided'])
        await identity.settled(subscriber, event);
      const before = await tablesNaming(identity.session, userId);
      for (const table of ['report_outcomes', 'work_items']) expect(before).toContain(table);
      expect(await tablesNaming(identity.session, person.email)).toContain('notices');
      const { eraseAt } = await remove(person);
      await erasing.erase(new Date(eraseAt));
      expect(await tablesNaming(identity.session, person.email)).toEqual([]);
      expect(await tablesNaming(identity.session, userId)).toEqual(['accounts', 'events', 'work_items']);
    });

    it('is erased even if an earlier one cannot be, which stays due', async () => {
      const [stuck, next] = [await identity.signUp(), await identity.signUp()];
      await remove(stuck);
      const { eraseAt } = await remove(next);
      await identity.session.query('create table holding (user_id uuid references credentials)');
      await identity.session.query('insert into holding values ($1)', [stuck.user.userId]);
      await expect(erasing.erase(new Date(eraseAt))).rejects.toThrow('1 accounts could not be erased');
      expect((await eventsOf(next.user.userId)).map(({ type }) => type)).toContain('AccountErased');
      expect((await eventsOf(stuck.user.userId)).map(({ type }) => type)).not.toContain('AccountErased');
      await identity.session.query('drop table holding');
      await erasing.erase(new Date(eraseAt));
      expect((await eventsOf(stuck.user.userId)).map(({ type }) => type)).toContain('AccountErased');
    });

    it('removes its own feedback, and only its address from the feedback of another user', async () => {
      const [person, other] = [await identity.signUp(), await identity.signUp()];
      await send('my own', person.user.userId);
      await send('from outside', undefined, person.email);
      await send('of another', other.user.userId, person.email);
      const { eraseAt } = await remove(person);
      await erasing.erase(new Date(eraseAt));
      const left = await identity.session.query(
        "select user_id, email, feedback from feedback where feedback in ('my own', 'from outside', 'of another')",
      );
      expect(left).toEqual([{ user_id: other.user.userId, email: null, feedback: 'of another' }]);
    });

    it('leaves its address free for a new account, which is another one', async () => {
      const person = await identity.signUp();
      const { eraseAt } = await remove(person);
      await erasing.erase(new Date(eraseAt));
      const anew = await identity.signUp(person.email);
      expect(anew.user.userId).not.toBe(person.user.userId);
      await logIn(person.email);
    });

    it('ignores late events of other services, before and after its erasure', async () => {
      const person = await identity.signUp();
      const { userId } = person.user;
      const { eraseAt } = await remove(person);
      const before = (await eventsOf(userId)).length;
      const late = async () => {
        const data = { photoId: randomUUID(), userId, wasFirstProfileSet: true };
        const event = await identity.publish(photosEvents.PhotoPlacedInProfile, data);
        await identity.settled('flag-on-photo-placed-in-profile', event);
      };
      await late();
      await erasing.erase(new Date(eraseAt));
      await late();
      expect(await eventsOf(userId)).toHaveLength(before + 1);
    });
  });
});
