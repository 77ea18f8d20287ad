import { accountRpc, identityRpc, type Session } from '@candid/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { codeOf, IdentityFixture, PASSWORD } from '../identity.fixture.spec.js';

const NEW = 'Better-horse-10';

describe('a password that is changed with the current one', () => {
  let identity: IdentityFixture;
  beforeAll(async () => {
    identity = await IdentityFixture.start();
  });
  afterAll(() => identity.stop());

  const logIn = (email: string, password = PASSWORD) =>
    identity.rpc.call(identityRpc.logIn, { email, password }, identity.caller());
  const refresh = ({ refreshToken }: Session) =>
    identity.rpc.call(identityRpc.refresh, { refreshToken }, identity.caller());
  const change = (session: Session, currentPassword: string, newPassword: string) => {
    const request = { userId: session.user.userId, currentPassword, newPassword };
    return identity.rpc.call(accountRpc.changePassword, request, identity.contextOf(session));
  };

  it('logs in from then on, and every other session ends', async () => {
    const own = await identity.signUp();
    const other = await logIn(own.email);
    await change(own, PASSWORD, NEW);
    await change(own, PASSWORD, NEW);
    await refresh(own);
    expect(await codeOf(refresh(other))).toBe('UNAUTHENTICATED');
    expect(await codeOf(logIn(own.email))).toBe('UNAUTHENTICATED');
    expect((await logIn(own.email, NEW)).user.userId).toBe(own.user.userId);
  });

  it('stays as it is for a wrong current one, a weak new one, and a session that has ended', async () => {
    const own = await identity.signUp();
    expect(await codeOf(change(own, 'Wrong horse!', NEW))).toBe('FORBIDDEN');
    expect(await codeOf(change(own, '', NEW))).toBe('VALIDATION_FAILED');
    expect(await codeOf(change(own, PASSWORD, 'Without number!'))).toBe('VALIDATION_FAILED');
    expect(await codeOf(change(own, PASSWORD, 'Password1!'))).toBe('VALIDATION_FAILED');
    await identity.rpc.call(identityRpc.logOut, {}, identity.contextOf(own));
    expect(await codeOf(change(own, PASSWORD, NEW))).toBe('UNAUTHENTICATED');
    await logIn(own.email);
  });

  it('is changed once where two people try at once', async () => {
    const own = await identity.signUp();
    const [one, two] = [own, await logIn(own.email)];
    const outcomes = await Promise.allSettled([change(one, PASSWORD, NEW), change(two, PASSWORD, 'Worse-horse-11')]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
