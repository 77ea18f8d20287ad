import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { AccessTokens } from './access-token.js';

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

describe('access tokens', () => {
  let ours: KeyPair;
  let tokens: AccessTokens;
  const userId = randomUUID();

  beforeAll(async () => {
    ours = await generateKeyPair('ES256', { extractable: true });
    tokens = await AccessTokens.fromPem(await exportSPKI(ours.publicKey), { knownMax: 2 });
  });

  async function bearer({ key = ours, seconds = 900 }: { key?: KeyPair; seconds?: number } = {}): Promise<string> {
    const token = new SignJWT({ roles: ['user'], sid: randomUUID() }).setProtectedHeader({ alg: 'ES256' });
    const now = Math.floor(Date.now() / 1_000);
    return `Bearer ${await token
      .setSubject(userId)
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(key.privateKey)}`;
  }

  it('are known once they are verified, and not before', async () => {
    const authorization = await bearer();
    expect(tokens.known(authorization)).toBeUndefined();
    await tokens.verify(authorization);
    expect(tokens.known(authorization)?.userId).toBe(userId);
    expect((await tokens.verify(authorization))?.userId).toBe(userId);
  });

  it('say until when they are taken', async () => {
    const before = Date.now();
    const caller = await tokens.verify(await bearer({ seconds: 60 }));
    expect(caller!.expiresAtMs).toBeGreaterThan(before + 60_000);
    expect(caller!.expiresAtMs).toBeLessThanOrEqual(Date.now() + 66_000);
  });

  it('are refused when expired, though they were known', async () => {
    const authorization = await bearer({ seconds: 60 });
    expect(await tokens.verify(authorization)).toBeDefined();
    const later = Date.now() + 66_000;
    jest.spyOn(Date, 'now').mockReturnValue(later);
    try {
      expect(tokens.known(authorization)).toBeUndefined();
    } finally {
      jest.restoreAllMocks();
    }
    const expired = await bearer({ seconds: -10 });
    expect(await tokens.verify(expired)).toBeUndefined();
    expect(tokens.known(expired)).toBeUndefined();
  });

  it('are refused when another key signed them, each time', async () => {
    const foreign = await bearer({ key: await generateKeyPair('ES256', { extractable: true }) });
    expect(await tokens.verify(foreign)).toBeUndefined();
    expect(tokens.known(foreign)).toBeUndefined();
    expect(await tokens.verify(foreign)).toBeUndefined();
  });

  it('are refused when a known one was altered', async () => {
    const authorization = await bearer();
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
    const all = await Promise.all([bearer(), bearer(), bearer()]);
    for (const authorization of all) await tokens.verify(authorization);
    expect(tokens.knownCount).toBe(2);
    expect((await tokens.verify(all[0]))?.userId).toBe(userId);
  });
});
