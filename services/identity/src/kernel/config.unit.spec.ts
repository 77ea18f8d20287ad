import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { workerSettings } from './config.js';

const pemOf = (bits: number): string =>
  generateKeyPairSync('rsa', { modulusLength: bits }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const rsa = pemOf(2048);
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });

const required = {
  ...{ NATS_URL: 'nats://127.0.0.1:4222', OPS_PORT: '0', DATABASE_URL: 'postgres://a@b/c', REDIS_URL: 'redis://b' },
  ...{ VAPID_PRIVATE_KEY: String(ec), SMTP_URL: 'smtp://b:25', PUBLIC_URL: 'https://app.candid.example' },
  MAIL_FROM: 'Candid <hello@candid.example>',
};
const secret = { MAIL_REPORT_SECRET: 'a secret of thirty-two characters' };

/** Returns the names of the settings that are refused. */
const refusedIn = (more: object) =>
  (workerSettings.safeParse({ ...required, ...more }).error?.issues ?? []).map(({ path }) => path[0]);

describe('the settings for mails', () => {
  it('may leave out signatures and bounces', () => {
    expect(refusedIn({})).toEqual([]);
    expect(refusedIn(secret)).toEqual([]);
  });

  it('need selector and key for signatures, and an RSA key that is long enough', () => {
    const DKIM_SELECTOR = 'candid1';
    expect(refusedIn({ DKIM_SELECTOR, DKIM_PRIVATE_KEY: rsa.replaceAll('\n', '\\n') })).toEqual([]);
    expect(refusedIn({ DKIM_SELECTOR })).toEqual(['DKIM_PRIVATE_KEY']);
    expect(refusedIn({ DKIM_PRIVATE_KEY: rsa })).toEqual(['DKIM_SELECTOR']);
    for (const DKIM_PRIVATE_KEY of [pemOf(1024), ec, rsa.slice(0, 200)])
      expect(refusedIn({ DKIM_SELECTOR, DKIM_PRIVATE_KEY })).toContain('DKIM_PRIVATE_KEY');
    expect(refusedIn({ DKIM_SELECTOR: 'a selector', DKIM_PRIVATE_KEY: rsa })).toContain('DKIM_SELECTOR');
  });

  it('need a secret for a return path, in a domain that DMARC takes for that of the sender', () => {
    const returnTo = (MAIL_RETURN_PATH: string, more: object = secret) => refusedIn({ MAIL_RETURN_PATH, ...more });
    expect(returnTo('bounces@candid.example')).toEqual([]);
    expect(returnTo('bounces@mail.candid.example')).toEqual([]);
    expect(returnTo('bounces@candid.example', { ...secret, MAIL_FROM: 'hello@mail.candid.example' })).toEqual([]);
    expect(returnTo('bounces@candid.example', {})).toEqual(['MAIL_REPORT_SECRET']);
    for (const strange of ['bounces@other.example', 'bounces@notcandid.example', 'bounces+x@candid.example', 'bounces'])
      expect(returnTo(strange)).toContain('MAIL_RETURN_PATH');
    // A token has 48 characters and a plus; an address before the @ at most 64.
    expect(returnTo(`${'b'.repeat(16)}@candid.example`)).toEqual(['MAIL_RETURN_PATH']);
  });
});
