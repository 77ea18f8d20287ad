import { randomUUID } from 'node:crypto';
import { ACCESS_TOKEN, identityEvents, identityRpc, PRODUCT } from '@candid/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { JwtService } from '@nestjs/jwt';
import { codeOf, IdentityFixture, PASSWORD } from '../identity.fixture.spec.js';

describe('sign-up', () => {
  let identity: IdentityFixture;
  beforeAll(async () => {
    identity = await IdentityFixture.start();
  });
  afterAll(() => identity.stop());

  const newEmail = (): string => `${randomUUID()}@example.org`;
  const requestCode = (email: string, key?: string) =>
    identity.rpc.call(
      identityRpc.requestSignupCode,
      { email },
      identity.caller(key === undefined ? {} : { idempotency: { key, fingerprint: email } }),
    );
  const signUp = (email: string, signupCode: string, more: object = {}) =>
    identity.rpc.call(identityRpc.signUp, { email, password: PASSWORD, signupCode }, identity.caller(more));
  const countMails = async () => {
    const [row] = await identity.session.query<{ mails: number }>(
      "select count(*)::int as mails from work_items where id like 'mail:signup-code:%'",
    );
    return row!.mails;
  };
  const accountsOf = async (email: string) =>
    (await identity.session.query('select user_id from credentials where email = $1', [email])).length;

  it('opens an account with a code, logged in', async () => {
    const email = newEmail();
    const session = await signUp(email, await identity.signupCodeFor(email), { country: 'GB', language: 'de' });
    const name = email.split('@')[0];
    expect(session.user).toMatchObject({ email, name, language: 'de', roles: ['user'], hasFirstLoggedIn: false });
    const jwt = new JwtService({ publicKey: identity.publicKey, verifyOptions: { algorithms: ['ES256'] } });
    const payload = jwt.verify<Record<'sub' | 'sid', string> & Record<'iat' | 'exp', number>>(session.token);
    const { issuer: iss, audience: aud, type: typ } = ACCESS_TOKEN;
    expect(payload).toMatchObject({ iss, aud, sub: session.user.userId, roles: ['user'], sid: expect.any(String) });
    expect(JSON.parse(Buffer.from(session.token.split('.')[0]!, 'base64url').toString())).toEqual({
      alg: 'ES256',
      typ,
    });
    expect(payload.exp - payload.iat).toBe(15 * 60);
    expect(Date.parse(session.refreshExpiresAt) - Date.now()).toBeGreaterThan(PRODUCT.refreshTokenMs - 60_000);
    expect(await identity.getUser(session.user.userId)).toEqual(session.user);
  });

  it('tells the other services of the user, not of the person', async () => {
    const email = newEmail();
    const session = await signUp(email, await identity.signupCodeFor(email), { country: 'GB' });
    const published = await identity.publishedEvent(identityEvents.UserRegistered, session.eventIds[0]!);
    expect(published.data).toEqual({ userId: session.user.userId, country: 'GB', hasWelcomeGrant: true });
    const stored = await identity.session.query<{ text: string }>('select e::text as text from events e');
    expect(stored.filter(({ text }) => text.includes(email) || text.includes('argon2'))).toEqual([]);
  });

  it('gives one account for two sign-ups with one code at once', async () => {
    const email = newEmail();
    const code = await identity.signupCodeFor(email);
    const outcomes = await Promise.allSettled([signUp(email, code), signUp(email, code)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'SIGNUP_CODE_INVALID' },
    });
    expect(await accountsOf(email)).toBe(1);
  });

  it('answers the same request again with the same account and a session of its own', async () => {
    const email = newEmail();
    const code = await identity.signupCodeFor(email);
    const idempotency = { key: randomUUID(), fingerprint: 'form' };
    const answers = await Promise.all([1, 2, 3].map(() => signUp(email, code, { idempotency })));
    answers.push(await signUp(email, code, { idempotency }));
    expect(new Set(answers.map(({ user }) => user.userId)).size).toBe(1);
    expect(new Set(answers.map(({ eventIds }) => eventIds.join())).size).toBe(1);
    expect(new Set(answers.map(({ refreshToken }) => refreshToken)).size).toBe(4);
    expect(await codeOf(signUp(email, code, { idempotency: { ...idempotency, fingerprint: 'other' } }))).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
  });

  it('opens no session to a replay once its password was reset', async () => {
    const email = newEmail();
    const code = await identity.signupCodeFor(email);
    const idempotency = { key: randomUUID(), fingerprint: 'form' };
    const { user } = await signUp(email, code, { idempotency });
    const reset = { token: await identity.resetTokenFor(email), newPassword: 'Correct-horse-9' };
    await identity.rpc.call(identityRpc.resetPassword, reset, identity.caller());
    const refusal = { code: 'UNAUTHENTICATED', message: 'Please log in.' };
    await expect(signUp(email, code, { idempotency })).rejects.toMatchObject(refusal);
    const open = 'select session_id from sessions where user_id = $1 and ended_at is null';
    expect(await identity.session.query(open, [user.userId])).toEqual([]);
  });

  it('takes a code for its own address only, whatever the case it is typed in', async () => {
    const email = newEmail();
    const code = await identity.signupCodeFor(email.toUpperCase());
    expect(await codeOf(signUp(newEmail(), code))).toBe('SIGNUP_CODE_INVALID');
    const session = await signUp(` ${email.toUpperCase()}`, code.toLowerCase().replaceAll('-', ' '));
    expect(session.user.email).toBe(email);
  });

  it('voids a code by a new request, after 14 days, and by its use', async () => {
    const email = newEmail();
    const first = await identity.signupCodeFor(email);
    const second = await identity.signupCodeFor(email);
    expect(await codeOf(signUp(email, first))).toBe('SIGNUP_CODE_INVALID');
    identity.passTime(PRODUCT.signupCodeMs);
    expect(await codeOf(signUp(email, second))).toBe('SIGNUP_CODE_INVALID');
    const third = await identity.signupCodeFor(email);
    await signUp(email, third);
    expect(await codeOf(signUp(email, third))).toBe('SIGNUP_CODE_INVALID');
  });

  it('tells that an address is taken only to who holds a code for it', async () => {
    const { email } = await identity.signUp();
    expect(await codeOf(signUp(email, 'AAAAA-AAAAA-AAAAA-AAAAA'))).toBe('SIGNUP_CODE_INVALID');
    expect(await codeOf(signUp(email, await identity.signupCodeFor(email)))).toBe('EMAIL_TAKEN');
    expect(await accountsOf(email)).toBe(1);
  });

  it('refuses a wrong form before it looks at the code', async () => {
    const form = { email: 'nobody', password: 'x', signupCode: '' };
    await expect(identity.rpc.call(identityRpc.signUp, form, identity.caller())).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [
        { field: 'email', message: 'Please enter a valid email address.' },
        { field: 'password', message: expect.stringContaining('8+ characters') },
      ],
    });
  });

  it('does the same for an address with an account and one without', async () => {
    const { email } = await identity.signUp();
    const unknown = newEmail();
    expect(await requestCode(email)).toEqual(await requestCode(unknown));
    const rows = await identity.session.query(
      `select c.email, w.queue from signup_codes c join work_items w on w.id = 'mail:signup-code:' || c.request_id
        where c.email in ($1, $2)`,
      [email, unknown],
    );
    expect(rows).toHaveLength(2);
    expect(await codeOf(requestCode('nobody'))).toBe('VALIDATION_FAILED');
  });

  it('mails once for one request that is sent again', async () => {
    const [email, key, before] = [newEmail(), randomUUID(), await countMails()];
    await Promise.all([requestCode(email, key), requestCode(email, key)]);
    await requestCode(email, key);
    expect(await countMails()).toBe(before + 1);
  });

  it('bounds the codes that one address is sent, and leaves the last one good', async () => {
    const email = newEmail();
    for (let request = 1; request < 5; request++) await requestCode(email);
    const code = await identity.signupCodeFor(email);
    await expect(requestCode(email)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      details: [{ field: 'retryAfterSeconds', message: expect.stringMatching(/^\d+$/) }],
    });
    await signUp(email, code);
    identity.passTime(3_600_000);
    await requestCode(email);
  });

  it('bounds the codes that one mailbox is sent, however its address is spelled', async () => {
    const name = randomUUID();
    const domain = 'bücher.example';
    const spellings = ['', '+a', '+b', '+c', '+d'].map((tag) => `${name.slice(0, 4)}.${name.slice(4)}${tag}@${domain}`);
    for (const spelling of spellings) await requestCode(spelling);
    const before = await countMails();
    expect(await codeOf(requestCode(`${name}+e@xn--bcher-kva.example`))).toBe('RATE_LIMITED');
    expect(await countMails()).toBe(before);
    await requestCode(newEmail());
  });

  it('bounds the mails that one site causes, to whatever mailboxes and of whatever kind', async () => {
    const from = (host: number) => identity.caller({ ip: `2001:db8:0:${host}::1` });
    for (let request = 0; request < 60; request++) {
      const rpc = request % 2 ? identityRpc.requestSignupCode : identityRpc.requestPasswordReset;
      await identity.rpc.call(rpc, { email: newEmail() }, from(request));
    }
    for (const rpc of [identityRpc.requestSignupCode, identityRpc.requestPasswordReset]) {
      expect(await codeOf(identity.rpc.call(rpc, { email: newEmail() }, from(60)))).toBe('RATE_LIMITED');
    }
    const elsewhere = identity.caller({ ip: '2001:db8:1::1' });
    await identity.rpc.call(identityRpc.requestSignupCode, { email: newEmail() }, elsewhere);
  });

  it('has one welcome grant for all spellings of one mailbox, at once and after the account is gone', async () => {
    const name = randomUUID();
    const spellings = [
      `${name}@gmail.com`,
      `${name}+candid@gmail.com`,
      `${name.slice(0, 3)}.${name.slice(3)}@googlemail.com`,
    ];
    const codes = await Promise.all(spellings.map((email) => identity.signupCodeFor(email)));
    const sessions = await Promise.all(spellings.map((email, index) => signUp(email, codes[index]!)));
    expect(sessions.filter(({ hasWelcomeGrant }) => hasWelcomeGrant)).toHaveLength(1);
    for (const { hasWelcomeGrant, eventIds } of sessions) {
      const { data } = await identity.publishedEvent(identityEvents.UserRegistered, eventIds[0]!);
      expect(data.hasWelcomeGrant).toBe(hasWelcomeGrant);
    }
    await identity.session.query('delete from credentials where email = any($1)', [spellings]);
    const again = await signUp(spellings[0]!, await identity.signupCodeFor(spellings[0]!));
    expect(again.hasWelcomeGrant).toBe(false);
    const rows = await identity.session.query<{ text: string }>('select w::text as text from welcomed_mailboxes w');
    expect(rows.filter(({ text }) => text.includes(name.slice(3)) || text.includes('gmail'))).toEqual([]);
  });
});
