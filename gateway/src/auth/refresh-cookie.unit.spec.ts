import { describe, expect, it } from '@jest/globals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RefreshCookie } from './cookies.js';

const session = { refreshToken: 'token', refreshExpiresAt: '2026-12-01T00:00:00.000Z' };

function setBy(cookie: RefreshCookie) {
  const set: unknown[] = [];
  const reply = { setCookie: (...cookies: unknown[]) => set.push(...cookies) } as unknown as FastifyReply;
  cookie.set(reply, session);
  return set;
}

describe('the refresh cookie', () => {
  it('is one of this host alone over HTTPS', () => {
    const cookie = new RefreshCookie(true);
    const attributes = { path: '/', httpOnly: true, sameSite: 'strict', secure: true };
    expect(setBy(cookie)).toEqual([
      '__Host-candid_refresh',
      'token',
      { ...attributes, expires: new Date(session.refreshExpiresAt) },
    ]);
    const sent = (cookies: object) => ({ cookies }) as FastifyRequest;
    expect(cookie.peek(sent({ '__Host-candid_refresh': 'own', candid_refresh: 'of another host' }))).toBe('own');
    expect(cookie.peek(sent({ candid_refresh: 'of another host' }))).toBeUndefined();
  });

  it('has no prefix without HTTPS', () => {
    expect(setBy(new RefreshCookie(false))).toMatchObject(['candid_refresh', 'token', { secure: false }]);
  });
});
