import { randomUUID } from 'node:crypto';
import { identityRpc, PRODUCT } from '@candid/contracts';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { codeOf, IdentityFixture, PASSWORD } from '../identity.fixture.spec.js';
import { PasswordHasher } from '../kernel/passwords.js';

const NEW_PASSWORD = 'Correct-horse-9';

describe('resetting a password', () => {
  let identity: IdentityFixture;
  beforeAll(async () => {
    identity = await IdentityFixture.start();
  });
  afterAll(() => identity.stop());

  const newEmail = (): string => `${randomUUID()}@example.org`;
  const requestReset = (email: string, more: object = {}) =>
    identity.rpc.call(identityRpc.requestPasswordReset, { email }, identity.caller(more));
  const validate = (token: string) =>
    identity.rpc.call(identityRpc.validatePasswordReset, { token }, identity.caller());
  const reset = (token: string, newPassword = NEW_PASSWORD, more: object = {}) =>
    identity.rpc.call(identityRpc.resetPassword, { token, newPassword }, identity.caller(more));
  const logIn = (email: string, password: string) =>
    identity.rpc.call(identityRpc.logIn, { email, password }, identity.caller());
  const refresh = (refreshToken: string) => identity.rpc.call(identityRpc.refresh, { refreshToken }, identity.caller());

  it('opens the account to the new password alone, and ends every session', async () => {
    const { email, refreshToken } = await identity.signUp();
    const others = await Promise.all([logIn(email, PASSWORD), logIn(email, PASSWORD)]);
    const { email: strangersEmail, ...stranger } = await identity.signUp();
    await reset(await identity.resetTokenFor(email.toUpperCase()));
    expect(await codeOf(logIn(email, PASSWORD))).toBe('UNAUTHENTICATED');
    for (const token of [refreshToken, ...others.map((session) => session.refreshToken)])
      expect(await codeOf(refresh(token))).toBe('UNAUTHENTICATED');
    await refresh((await logIn(email, NEW_PASSWORD)).refreshToken);
    await refresh(stranger.refreshToken);
    await logIn(strangersEmail, PASSWORD);
  });

  it('lets no log-in with the old password slip past, though it was checked before', async () => {
    const { email } = await identity.signUp();
    const token = await identity.resetTokenFor(email);
    const verify = jest.spyOn(PasswordHasher.prototype, 'verify').mockImplementationOnce(async () => {
      await reset(token);
      return true;
    });
    expect(await codeOf(logIn(email, PASSWORD))).toBe('UNAUTHENTICATED');
    verify.mockRestore();
  });

  it('shows whose link it is, masked, and changes nothing by looking', async () => {
    const email = newEmail();
    await identity.signUp(email);
    const token = await identity.resetTokenFor(email);
    expect(await validate(token)).toEqual({ valid: true, email: `${email[0]}***@example.org` });
    expect(await validate(token)).toMatchObject({ valid: true });
    await reset(token);
    expect(await validate(token)).toEqual({ valid: false });
  });

  it('knows no link that was made up, has expired or is without an account', async () => {
    const { email } = await identity.signUp();
    const second = await identity.resetTokenFor(email);
    const wrong = ['made-up', '', await identity.resetTokenFor(newEmail())];
    identity.passTime(PRODUCT.passwordResetMs - 1_000);
    expect(await validate(second)).toMatchObject({ valid: true });
    identity.passTime(1_000);
    for (const token of [...wrong, second]) {
      expect(await validate(token)).toEqual({ valid: false });
      await expect(reset(token)).rejects.toMatchObject({
        code: 'RESET_TOKEN_INVALID',
        message: 'Invalid or expired password reset link. Please request a new one.',
      });
    }
    await logIn(email, PASSWORD);
  });

  it('keeps earlier links valid beside those that others ask for, and revokes them all by the use of one', async () => {
    const { email } = await identity.signUp();
    const own = await identity.resetTokenFor(email);
    const others = [];
    for (let request = 1; request <= 4; request++) others.push(await identity.resetTokenFor(email));
    for (const token of [own, ...others]) expect(await validate(token)).toMatchObject({ valid: true });
    await reset(own);
    for (const token of [own, ...others]) expect(await codeOf(reset(token))).toBe('RESET_TOKEN_INVALID');
    await logIn(email, NEW_PASSWORD);
  });

  it('lets one of two links used at once win', async () => {
    const { email } = await identity.signUp();
    const tokens = [await identity.resetTokenFor(email), await identity.resetTokenFor(email)];
    const codes = await Promise.all(tokens.map((token) => reset(token).then(() => 'won', codeFrom)));
    expect(codes.toSorted()).toEqual(['RESET_TOKEN_INVALID', 'won']);
  });

  it('lets one of several uses of one link at once win', async () => {
    const { email } = await identity.signUp();
    const token = await identity.resetTokenFor(email);
    const passwords = [1, 2, 3, 4].map((number) => `${NEW_PASSWORD}${number}`);
    const codes = await Promise.all(passwords.map((password) => reset(token, password).then(() => 'won', codeFrom)));
    expect(codes.toSorted()).toEqual([...Array(3).fill('RESET_TOKEN_INVALID'), 'won']);
    await logIn(email, passwords[codes.indexOf('won')]!);
  });

  it('answers the same request again as it did first', async () => {
    const { email } = await identity.signUp();
    const token = await identity.resetTokenFor(email);
    const idempotency = { key: randomUUID(), fingerprint: 'the body' };
    await Promise.all([reset(token, NEW_PASSWORD, { idempotency }), reset(token, NEW_PASSWORD, { idempotency })]);
    const session = await logIn(email, NEW_PASSWORD);
    await reset(token, NEW_PASSWORD, { idempotency });
    await refresh(session.refreshToken);
  });

  it('names everything a weak password lacks, and keeps the link good', async () => {
    const { email } = await identity.signUp();
    const token = await identity.resetTokenFor(email);
    await expect(reset(token, 'Correct horse!')).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      message: 'Password must contain a number',
    });
    expect(await validate(token)).toMatchObject({ valid: true });
  });

  it('computes no hash for who holds no link', async () => {
    const hash = jest.spyOn(PasswordHasher.prototype, 'hash');
    expect(await codeOf(reset('made-up'))).toBe('RESET_TOKEN_INVALID');
    expect(hash).not.toHaveBeenCalled();
    hash.mockRestore();
  });

  it('does the same for an address with an account and one without', async () => {
    const { email } = await identity.signUp();
    const unknown = newEmail();
    expect(await requestReset(email)).toEqual(await requestReset(unknown));
    const rows = await identity.session.query(
      `select r.email from password_resets r join work_items w on w.id = 'mail:password-reset:' || r.request_id
        where r.email in ($1, $2)`,
      [email, unknown],
    );
    expect(rows).toHaveLength(2);
    expect(await codeOf(requestReset('nobody'))).toBe('VALIDATION_FAILED');
  });

  it('bounds the unexpired links of an address by network and in all, and leaves them valid', async () => {
    for (const email of [(await identity.signUp()).email, newEmail()]) {
      const from = (ip: string) => requestReset(email, { ip });
      const token = await identity.resetTokenFor(email);
      const { valid } = await validate(token);
      for (let request = 1; request <= 5; request++) await from('192.0.2.1');
      await expect(from('192.0.2.1')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
      for (let request = 7; request <= 10; request++) await from('192.0.2.2');
      await expect(from('192.0.2.3')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
      expect((await validate(token)).valid).toBe(valid);
      identity.passTime(PRODUCT.passwordResetMs);
      await from('192.0.2.1');
    }
  });
});

const codeFrom = (error: { code?: string }): string => String(error.code);
