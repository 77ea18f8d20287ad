import { randomUUID } from 'node:crypto';
import type { UserId } from '@candid/contracts';
import { expect, it } from '@jest/globals';
import type { FastifyReply } from 'fastify';
import type { EndedSessions } from '../auth/callers.js';
import { KnownDevices, type RefreshCookie } from '../auth/cookies.js';
import type { Services } from '../kernel/services.js';
import { IdentityController } from './identity.js';

const userId = randomUUID() as UserId;

const session = {
  token: 'token',
  refreshToken: 'refresh',
  user: { userId, email: 'kim@example.org', roles: ['user'] },
};

/** Logs in. Returns the device id that the identity service received, and the device's cookie after the log-in. */
async function logIn(email: string, cookie: string | undefined, devices: KnownDevices) {
  const told: { deviceId?: string }[] = [];
  const call = async ({ subject }: { subject: string }, request: { deviceId?: string }) => {
    if (subject === 'rpc.tokens.getBalance') return { available: 40 };
    told.push(request);
    return session;
  };
  const services = { call, callsFor: () => call } as unknown as Services;
  let kept = cookie;
  const reply = { setCookie: (_: string, value: string) => (kept = value) } as unknown as FastifyReply;
  const refresh = { set: () => undefined } as unknown as RefreshCookie;
  const input = {
    body: { email, password: 'Correct horse!', secondFactor: '' },
    context: { requestId: '1', roles: [] },
  };
  await new IdentityController(services, refresh, devices, {} as EndedSessions).logIn(
    input as never,
    { cookies: { '__Host-candid_device': cookie }, headers: {} } as never,
    reply,
  );
  return { deviceId: told[0]?.deviceId, cookie: kept };
}

it('a log-in names the device on which this account has logged in before, and no other', async () => {
  const devices = new KnownDevices('a secret of the gateway', true);
  const first = await logIn('kim@example.org', undefined, devices);
  expect(first.deviceId).toBeUndefined();
  expect(first.cookie).toContain('.');
  const again = await logIn(' KIM@example.org', first.cookie, devices);
  expect(again.deviceId).toBe(first.cookie?.split('.')[0]);
  expect((await logIn('lee@example.org', first.cookie, devices)).deviceId).toBeUndefined();
  expect((await logIn('kim@example.org', `${randomUUID()}.${first.cookie?.split('.')[1]}`, devices)).deviceId).toBe(
    undefined,
  );
});
