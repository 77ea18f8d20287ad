import { describe, expect, it } from '@jest/globals';
import { pushHosts } from '../kernel/config.js';
import { isPublicAddress, isPushEndpoint, lookupPublic } from './push-service.js';

const known = pushHosts.parse(undefined);

describe('the endpoint of a subscription', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
  ])('%s belongs to a known push service', (endpoint) => {
    expect(isPushEndpoint(endpoint, known)).toBe(true);
  });

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/abc',
    'https://fcm.googleapis.com@127.0.0.1/abc',
    'https://fcm.googleapis.com.example.org/abc',
    'https://evilpush.apple.com/abc',
    'https://push.apple.com.example.org/abc',
    'https://user:password@web.push.apple.com/abc',
    'https://postgres:5432/',
    'https://127.0.0.1/abc',
    'https://2130706433/abc',
    'https://[::1]/abc',
  ])('%s belongs to no known push service', (endpoint) => {
    expect(isPushEndpoint(endpoint, known)).toBe(false);
  });
});

describe('the address of a push service', () => {
  it.each(['142.250.74.106', '2a00:1450:4001:812::200a'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.31.0.1', '192.168.1.1', '224.0.0.1'],
    ...['::', '::1', '::ffff:10.0.0.1', '64:ff9b::a00:1', '2002:a00:1::', 'fc00::1', 'fe80::1', 'ff02::1', 'postgres'],
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([true, false])('is never one of the own machine (all addresses: %s)', async (all) => {
    const found = new Promise((resolve) => lookupPublic('localhost', { all }, (error) => resolve(error?.message)));
    expect(await found).toBe('localhost has no public address');
  });
});
