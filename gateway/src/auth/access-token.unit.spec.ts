import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { accessTokenOf, testKeys } from '@candid/testing';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BearerTokens } from './callers.js';

describe('access tokens', () => {
  let tokens: BearerTokens;
  const userId = randomUUID();

  beforeEach(() => {
    tokens = new BearerTokens(testKeys.JWT_PUBLIC_KEY, { knownMax: 2 });
  });

  const bearer = ({ seconds = 900, ...signed }: { seconds?: number; key?: KeyObject } = {}): string =>
    `Bearer ${accessTokenOf({ userId, roles: ['user'] }, { lifetimeSeconds: seconds, ...signed })}`;

  it('are known once they are verified, and not before', async () => {
    const authorization = bearer();
    expect(tokens.known(authorization)).toBeUndefined();
    await tokens.verify(authorization);
    expect(tokens.known(authorization)?.userId).toBe(userId);
    expect((await tokens.verify(authorization))?.userId).toBe(userId);
  });

  it('say until when they are taken', async () => {
    const before = Date.now();
    const caller = await tokens.verify(bearer({ seconds: 60 }));
    expect(caller!.expiresAtMs).toBeGreaterThan(before + 60_000);
    expect(caller!.expiresAtMs).toBeLessThanOrEqual(Date.now() + 66_000);
  });

  it('are refused when expired, though they were known', async () => {
    const authorization = bearer({ seconds: 60 });
    expect(await tokens.verify(authorization)).toBeDefined();
    const later = Date.now() + 66_000;
    jest.spyOn(Date, 'now').mockReturnValue(later);
    try {
      expect(tokens.known(authorization)).toBeUndefined();
    } finally {
      jest.restoreAllMocks();
    }
    const expired = bearer({ seconds: -10 });
    expect(await tokens.verify(expired)).toBeUndefined();
    expect(tokens.known(expired)).toBeUndefined();
  });

  it('are refused when another key signed them, each time', async () => {
    const foreign = bearer({ key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey });
    expect(await tokens.verify(foreign)).toBeUndefined();
    expect(tokens.known(foreign)).toBeUndefined();
    expect(await tokens.verify(foreign)).toBeUndefined();
  });

  it.each([{ issuer: 'another' }, { audience: 'another' }, { type: 'JWT' }])(
    'are refused when they say %o of themselves, though the same key has signed them',
    async (said) => {
      const token = accessTokenOf({ userId, roles: ['user'] }, said);
      expect(await tokens.verify(`Bearer ${token}`)).toBeUndefined();
    },
  );

  it('are refused when a known one was altered', async () => {
    const authorization = bearer();
    await tokens.verify(authorization);
    const [head, payload = '', signature] = authorization.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    const forged = Buffer.from(JSON.stringify({ ...claims, roles: ['user', 'support'] })).toString('base64url');
    for (const altered of [`${head}.${forged}.${signature}`, `${head}.${payload}.`, authorization.slice(0, -4)]) {
      expect(tokens.known(altered)).toBeUndefined();
      expect(await tokens.verify(altered)).toBeUndefined();
    }
  });

  it('are known in a bounded number', async () => {
    const all = [bearer(), bearer(), bearer()];
    for (const authorization of all) await tokens.verify(authorization);
    expect(all.map((authorization) => tokens.known(authorization) !== undefined)).toEqual([false, true, true]);
    expect((await tokens.verify(all[0]))?.userId).toBe(userId);
  });
});
