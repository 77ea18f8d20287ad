import { randomUUID } from 'node:crypto';
import { identityRpc } from '@candid/contracts';
import { eventually } from '@candid/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CHEAP, codeOf, IdentityFixture, PASSWORD } from '../identity.fixture.spec.js';
import { type DeriveKey, deriveArgon2id, PasswordHasher } from '../kernel/passwords.js';

const PATIENT = { timeoutMs: 120_000 };
/** Number of log-ins that one network may have in progress: two compute a hash and sixteen wait. */
const OF_ONE_NETWORK = 18;

describe('a flood of log-ins', () => {
  let identity: IdentityFixture;
  /** While the gate is closed, no hash completes. */
  let gate = Promise.withResolvers<void>();
  let computed = 0;
  const derive: DeriveKey = async (parameters) => {
    computed += 1;
    await gate.promise;
    return deriveArgon2id(parameters);
  };
  beforeAll(async () => {
    gate.resolve();
    identity = await IdentityFixture.start({ passwords: new PasswordHasher(derive, CHEAP) });
  });
  afterEach(() => {
    gate.resolve();
    jest.restoreAllMocks();
  });
  afterAll(() => identity.stop());

  const logIn = (
    { ip, email = `${randomUUID()}@example.org`, deviceId }: { ip: string; email?: string; deviceId?: string },
    options = PATIENT,
  ) => identity.rpc.call(identityRpc.logIn, { email, password: PASSWORD, deviceId }, identity.caller({ ip }), options);

  it('from one network gets 429, and people elsewhere and on known devices log in', async () => {
    const people = await Promise.all([1, 2, 3].map(() => identity.signUp()));
    gate = Promise.withResolvers();
    const refused: string[] = [];
    const flood = Array.from({ length: 60 }, () =>
      codeOf(logIn({ ip: '198.51.100.7' })).then((code) => {
        refused.push(code);
      }),
    );
    await eventually(() => expect(refused).toHaveLength(60 - OF_ONE_NETWORK));
    expect(new Set(refused)).toEqual(new Set(['RATE_LIMITED']));
    const elsewhere = people.map(({ email }, index) => logIn({ ip: `203.0.113.${index}`, email }));
    const onKnownDevice = logIn({ ip: '198.51.100.7', email: people[0]!.email, deviceId: randomUUID() });
    gate.resolve();
    const sessions = await Promise.all([...elsewhere, onKnownDevice]);
    expect(sessions.map(({ user }) => user.userId)).toEqual([...people, people[0]!].map(({ user }) => user.userId));
    await Promise.all(flood);
    expect(refused.slice(60 - OF_ONE_NETWORK)).toEqual(Array.from({ length: OF_ONE_NETWORK }, () => 'UNAUTHENTICATED'));
  });

  it('costs no hash for a log-in that its caller has given up', async () => {
    gate = Promise.withResolvers();
    const verify = jest.spyOn(PasswordHasher.prototype, 'verify');
    computed = 0;
    const underWay = [1, 2].map((host) => codeOf(logIn({ ip: `198.51.100.${host}` })));
    await eventually(() => expect(computed).toBe(2));
    expect(await codeOf(logIn({ ip: '203.0.113.1' }, { timeoutMs: 50 }))).toBe('UNAVAILABLE');
    await eventually(() => expect(verify).toHaveBeenCalledTimes(3));
    await expect(verify.mock.results[2]!.value).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    gate.resolve();
    await Promise.all(underWay);
    expect(await codeOf(logIn({ ip: '203.0.113.1' }))).toBe('UNAUTHENTICATED');
    expect(computed).toBe(3);
  });
});
