import { identityRoutes } from '@candid/contracts';
import { call } from '../../lib/api/call';
import { newIdempotencyKey } from '../../lib/api/idempotency';
import { homeOf } from '../../lib/user/staff';

export async function requestSignUpCode(email: string): Promise<void> {
  await call(identityRoutes.requestSignupCode, { body: { email }, idempotencyKey: newIdempotencyKey() });
}

type NewAccount = Record<'email' | 'password' | 'phoneNumber' | 'signupCode', string>;

export async function signUp({ email, password, phoneNumber, signupCode }: NewAccount) {
  const body = {
    email,
    password,
    phoneNumber: phoneNumber.trim() || undefined,
    signupCode: signupCode.trim(),
    confirmAdult: true,
  };
  const sent = { body, idempotencyKey: newIdempotencyKey() };
  const { token, userId, hasWelcomeGrant } = await call(identityRoutes.signUp, sent);
  return { token, userId, hasWelcomeGrant };
}

/** Sends no idempotency key, because a repeated log-in must run again. `home` is the first page of the account. */
export async function logIn(body: { email: string; password: string; secondFactor?: string }) {
  const { token, userId, roles, language } = await call(identityRoutes.logIn, { body });
  return { token, userId, language, home: homeOf(roles) };
}
