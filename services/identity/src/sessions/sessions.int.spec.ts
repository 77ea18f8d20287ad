import { randomUUID } from 'node:crypto';
import { accountRpc, identityRpc, PRODUCT, type Session } from '@candid/contracts';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { claimsOf, codeOf, IdentityFixture, PASSWORD } from '../identity.fixture.spec.js';
import { PasswordHasher } from '../kernel/passwords.js';
import { REPLACED_TOKEN_GRACE_MS } from './sessions.rows.js';
import { listEndedSessions } from './use-cases.js';

describe('sessions', () => {
  let identity: IdentityFixture;
  beforeAll(async () => {
    identity = await IdentityFixture.start();
  });
  afterAll(() => identity.stop());

  const logIn = (email: string, password = PASSWORD) =>
    identity.rpc.call(identityRpc.logIn, { email, password }, identity.caller());
  const refresh = (refreshToken: string) => identity.rpc.call(identityRpc.refresh, { refreshToken }, identity.caller());

  describe('logging in', () => {
    it('starts a session of its own each time, by the address in any case', async () => {
      const { email, user } = await identity.signUp();
      const sessions = await Promise.all([logIn(email), logIn(email.toUpperCase())]);
      expect(sessions.map((session) => session.user)).toEqual([user, user]);
      expect(new Set(sessions.map((session) => session.refreshToken)).size).toBe(2);
    });

    it('is to one account, however the domain of its address is written', async () => {
      const name = randomUUID();
      const { user } = await identity.signUp(`${name}@xn--bcher-kva.example`);
      expect((await logIn(`${name}@bücher.example`)).user).toEqual(user);
      expect((await logIn(`${name}@BU\u0308CHER.example`)).user).toEqual(user);
      const signupCode = await identity.signupCodeFor(user.email);
      const form = { email: `${name}@bücher.example`, password: PASSWORD, signupCode };
      expect(await codeOf(identity.rpc.call(identityRpc.signUp, form, identity.caller()))).toBe('EMAIL_TAKEN');
    });

    it('says the same of a wrong address and a wrong password', async () => {
      const { email } = await identity.signUp();
      const refusal = { code: 'UNAUTHENTICATED', message: 'failed to log in' };
      await expect(logIn(email, 'Wrong horse!')).rejects.toMatchObject(refusal);
      await expect(logIn(`${randomUUID()}@example.org`)).rejects.toMatchObject(refusal);
      await expect(logIn('no address at all')).rejects.toMatchObject(refusal);
      await expect(logIn(email, 'x'.repeat(1000))).rejects.toMatchObject(refusal);
    });

    it('computes the hash in every case', async () => {
      const { email } = await identity.signUp();
      const verify = jest.spyOn(PasswordHasher.prototype, 'verify');
      await logIn(email, 'Wrong horse!').catch(() => undefined);
      await logIn(`${randomUUID()}@example.org`).catch(() => undefined);
      await logIn('no address at all').catch(() => undefined);
      expect(verify.mock.calls.map(([, stored]) => typeof stored)).toEqual(['string', 'undefined', 'undefined']);
      verify.mockRestore();
    });

    it('asks for what is missing', async () => {
      await expect(logIn('', '')).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
        message: 'Please provide an email',
      });
      await expect(logIn('mia@example.org', '')).rejects.toMatchObject({ message: 'Please provide a password' });
    });
  });

  describe('an account that logs in very often', () => {
    it('starts 50 sessions a day, and others when the first is a day old', async () => {
      const { email, user } = await identity.signUp();
      await identity.session.query(
        `insert into sessions (session_id, user_id, started_at, expires_at, ended_at, end_reason)
         select gen_random_uuid(), $1::uuid, $2::timestamptz, $2::timestamptz + interval '30 days', $2::timestamptz,
           'logged-out' from generate_series(1, 48)`,
        [user.userId, identity.clock().toISOString()],
      );
      await logIn(email);
      await expect(logIn(email)).rejects.toMatchObject({
        code: 'RATE_LIMITED',
        message: 'You have logged in very often today. Please try again tomorrow.',
        details: [{ field: 'retryAfterSeconds', message: expect.stringMatching(/^\d+$/) }],
      });
      await expect(logIn(email, 'Wrong horse!')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
      await logIn((await identity.signUp()).email);
      identity.passTime(24 * 3_600_000);
      await logIn(email);
    });
  });

  describe('refreshing', () => {
    it('replaces a token 200 times a day, and answers the same one after that until the next day', async () => {
      const first = await identity.signUp();
      await identity.session.query(
        `insert into refresh_tokens (token_hash, session_id, expires_at, replaced_at, successor_seed)
         select 'replaced ' || i || s.session_id, s.session_id, s.expires_at, s.started_at, 'seed'
           from sessions s, generate_series(1, 199) i where s.user_id = $1::uuid`,
        [first.user.userId],
      );
      const last = await refresh(first.refreshToken);
      expect(last.refreshToken).not.toBe(first.refreshToken);
      const again = await Promise.all([1, 2, 3].map(() => refresh(last.refreshToken)));
      for (const { refreshToken } of again) expect(refreshToken).toBe(last.refreshToken);
      expect(again[0]!.refreshExpiresAt).toBe(last.refreshExpiresAt);
      identity.passTime(24 * 3_600_000);
      expect((await refresh(last.refreshToken)).refreshToken).not.toBe(last.refreshToken);
    });

    it('replaces the token and stores neither', async () => {
      const first = await identity.signUp();
      const second = await refresh(first.refreshToken);
      expect(second.refreshToken).not.toBe(first.refreshToken);
      expect(second.user).toEqual(first.user);
      const rows = await identity.session.query<{ text: string }>('select t::text as text from refresh_tokens t');
      for (const { refreshToken } of [first, second]) {
        expect(rows.some(({ text }) => text.includes(refreshToken))).toBe(false);
      }
    });

    it('gives two tabs that wake at once the same successor', async () => {
      const first = await identity.signUp();
      const answers = await Promise.all([1, 2, 3].map(() => refresh(first.refreshToken)));
      expect(new Set(answers.map(({ refreshToken }) => refreshToken)).size).toBe(1);
      await refresh(answers[0]!.refreshToken);
    });

    it('leads a tab that is late, within the grace, to the newest token', async () => {
      const first = await identity.signUp();
      const second = await refresh(first.refreshToken);
      const third = await refresh(second.refreshToken);
      expect((await refresh(first.refreshToken)).refreshToken).toBe(third.refreshToken);
    });

    it('goes on with the token whose answer was lost, however late, until its successor has been presented', async () => {
      const first = await identity.signUp();
      const lost = await refresh(first.refreshToken);
      for (let times = 0; times < 2; times++) {
        identity.passTime(24 * 3_600_000);
        expect((await refresh(first.refreshToken)).refreshToken).toBe(lost.refreshToken);
      }
      await refresh(lost.refreshToken);
      identity.passTime(REPLACED_TOKEN_GRACE_MS + 1_000);
      expect(await codeOf(refresh(first.refreshToken))).toBe('UNAUTHENTICATED');
    });

    it('ends the whole session where a replaced token comes after its successor and the grace', async () => {
      const first = await identity.signUp();
      const other = await logIn(first.email);
      const second = await refresh(first.refreshToken);
      const third = await refresh(second.refreshToken);
      identity.passTime(REPLACED_TOKEN_GRACE_MS + 1_000);
      expect(await codeOf(refresh(first.refreshToken))).toBe('UNAUTHENTICATED');
      expect(await codeOf(refresh(third.refreshToken))).toBe('UNAUTHENTICATED');
      await refresh(other.refreshToken);
    });

    it('ends a session 90 days after its start, however often it was refreshed', async () => {
      let session = await identity.signUp();
      const startedAtMs = identity.clock().getTime();
      for (const days of [29, 29, 29]) {
        identity.passTime(days * 24 * 3_600_000);
        session = { ...session, ...(await refresh(session.refreshToken)) };
      }
      expect(Date.parse(session.refreshExpiresAt)).toBeLessThanOrEqual(startedAtMs + PRODUCT.sessionMs);
      identity.passTime(3 * 24 * 3_600_000);
      expect(await codeOf(refresh(session.refreshToken))).toBe('UNAUTHENTICATED');
    });

    it('refuses an expired and an unknown token', async () => {
      const { refreshToken } = await identity.signUp();
      identity.passTime(PRODUCT.refreshTokenMs + 1_000);
      expect(await codeOf(refresh(refreshToken))).toBe('UNAUTHENTICATED');
      expect(await codeOf(refresh('unknown'))).toBe('UNAUTHENTICATED');
    });
  });

  describe('logging out', () => {
    it('ends the session of the refresh token, and no other', async () => {
      const { email, refreshToken } = await identity.signUp();
      const other = await logIn(email);
      const successor = await refresh(refreshToken);
      await identity.rpc.call(identityRpc.logOut, { refreshToken }, identity.caller());
      expect(await codeOf(refresh(successor.refreshToken))).toBe('UNAUTHENTICATED');
      await refresh(other.refreshToken);
    });

    it('ends the session of the access token, and never refuses', async () => {
      const session = await identity.signUp();
      await identity.rpc.call(identityRpc.logOut, {}, identity.contextOf(session));
      expect(await codeOf(refresh(session.refreshToken))).toBe('UNAUTHENTICATED');
      await identity.rpc.call(identityRpc.logOut, { refreshToken: 'unknown' }, identity.caller());
    });
  });

  describe('of one person', () => {
    const listed = async (session: Session) => {
      const { userId } = session.user;
      return (await identity.rpc.call(accountRpc.listSessions, { userId }, identity.contextOf(session))).sessions;
    };
    const end = (session: Session, sessionId: string) =>
      identity.rpc.call(accountRpc.endSession, { userId: session.user.userId, sessionId }, identity.contextOf(session));

    it('are listed with device and coarse network, and end one by one', async () => {
      const own = await identity.signUp();
      const form = { email: own.email, password: PASSWORD, device: 'Firefox on Linux' };
      const other = await identity.rpc.call(identityRpc.logIn, form, identity.caller({ ip: '198.51.100.7' }));
      const { sid } = claimsOf(other.token);
      expect(await listed(own)).toEqual([
        expect.objectContaining({ sessionId: claimsOf(own.token).sid, device: null, network: null, isCurrent: true }),
        expect.objectContaining({
          sessionId: sid,
          device: 'Firefox on Linux',
          network: '198.51.100.0/24',
          isCurrent: false,
        }),
      ]);
      identity.passTime(60_000);
      await identity.rpc.call(
        identityRpc.refresh,
        { refreshToken: other.refreshToken },
        identity.caller({ ip: '2001:db8:1:2::3' }),
      );
      const [, refreshed] = await listed(own);
      expect(refreshed).toMatchObject({ sessionId: sid, network: '2001:db8:1::/48' });
      expect(Date.parse(refreshed!.lastUsedAt) - Date.parse(refreshed!.startedAt)).toBeGreaterThanOrEqual(60_000);
      await end(own, sid);
      expect(await codeOf(refresh(other.refreshToken))).toBe('UNAUTHENTICATED');
      expect((await listed(own)).map(({ isCurrent }) => isCurrent)).toEqual([true]);
      expect(await codeOf(end(own, sid))).toBe('NOT_FOUND');
    });

    it('are ended by nobody else', async () => {
      const [own, stranger] = [await identity.signUp(), await identity.signUp()];
      expect(await codeOf(end(stranger, claimsOf(own.token).sid))).toBe('NOT_FOUND');
      await refresh(own.refreshToken);
    });
  });

  describe('that ended', () => {
    const endedWithin = async (withinMs: number) =>
      (await identity.rpc.call(identityRpc.listEndedSessions, { withinMs }, identity.caller())).sessions;

    it('are listed for gateways, however they ended, and others are not', async () => {
      const [out, reset, reused, deleted, living] = await Promise.all([1, 2, 3, 4, 5].map(() => identity.signUp()));
      await identity.rpc.call(identityRpc.logOut, {}, identity.contextOf(out!));
      const newPassword = 'Correct-horse-9';
      const token = await identity.resetTokenFor(reset!.email);
      await identity.rpc.call(identityRpc.resetPassword, { token, newPassword }, identity.caller());
      await refresh((await refresh(reused!.refreshToken)).refreshToken);
      identity.passTime(REPLACED_TOKEN_GRACE_MS + 1);
      await codeOf(refresh(reused!.refreshToken));
      const { userId } = deleted!.user;
      const request = { userId, password: PASSWORD };
      await identity.rpc.call(accountRpc.deleteAccount, request, identity.contextOf(deleted!));
      const listed = await endedWithin(60_000);
      for (const session of [out!, reset!, reused!, deleted!]) {
        const ofDeletedAccount = session === deleted;
        const entry = { sessionId: claimsOf(session.token).sid, userId: session.user.userId, ofDeletedAccount };
        expect(listed).toContainEqual(entry);
      }
      expect(listed.map(({ sessionId }) => sessionId)).not.toContain(claimsOf(living!.token).sid);
      identity.passTime(60_000);
      expect(await endedWithin(60_000)).toEqual([]);
    });

    it('are listed page by page', async () => {
      const sessions = await Promise.all([1, 2, 3].map(() => identity.signUp()));
      // Starts a millisecond earlier, because a log-out may happen in the same millisecond.
      const since = new Date(identity.clock().getTime() - 1);
      for (const session of sessions) await identity.rpc.call(identityRpc.logOut, {}, identity.contextOf(session));
      const listed: string[] = [];
      let next: string | undefined;
      do {
        const page = await listEndedSessions(identity.session, { since, after: next, limit: 2 });
        listed.push(...page.sessions.map(({ sessionId }) => sessionId));
        next = page.next;
      } while (next !== undefined);
      expect(listed).toEqual(sessions.map(({ token }) => claimsOf(token).sid).toSorted());
    });
  });
});
