/** @jest-environment jsdom */
import { afterEach, expect, it } from '@jest/globals';
import { sessionStore } from '../session/session-store';
import { refreshAccessToken } from './call';

const { fetch } = globalThis;
afterEach(() => {
  globalThis.fetch = fetch;
  localStorage.clear();
});

const refusal = { status: 401 } as Response;

it('a refused refresh ends the session', async () => {
  sessionStore.signIn({ token: 'old', userId: 'mia' });
  globalThis.fetch = async () => refusal;
  expect(await refreshAccessToken('old')).toBeNull();
  expect(sessionStore.current()).toMatchObject({ session: null, ended: 'expired' });
});

it('a refused refresh leaves the goodbye of an account that was deleted meanwhile', async () => {
  sessionStore.signIn({ token: 'old', userId: 'mia' });
  const answer = Promise.withResolvers<Response>();
  globalThis.fetch = () => answer.promise;
  const refresh = refreshAccessToken('old');
  await Promise.resolve();
  sessionStore.forgetPerson('mia', '2026-12-29T00:00:00.000Z');
  answer.resolve(refusal);
  expect(await refresh).toBeNull();
  expect(sessionStore.current().ended).toBe('deleted');
});
