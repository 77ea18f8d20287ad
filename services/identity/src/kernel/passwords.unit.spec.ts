import { describe, expect, it } from '@jest/globals';
import { type DeriveKey, isCommonPassword, PasswordHasher } from './passwords.js';
import { OWN_TURN, turnOfNetwork } from './work-in-turn.js';

/** Replaces Argon2 where its result does not matter. Counts calls and blocks them until they are released. */
function observedDerivation() {
  const calls: { memory: number; passes: number; parallelism: number }[] = [];
  let running = 0;
  let runningMax = 0;
  const releases: (() => void)[] = [];
  const derive: DeriveKey = async ({ memory, passes, parallelism, tagLength }) => {
    calls.push({ memory, passes, parallelism });
    runningMax = Math.max(runningMax, ++running);
    await new Promise<void>((resolve) => releases.push(resolve));
    running -= 1;
    return Buffer.alloc(tagLength, 7);
  };
  return { calls, releases, derive, runningMax: () => runningMax };
}

describe('password hasher', () => {
  it('knows a password again and no other', async () => {
    const hasher = new PasswordHasher();
    const stored = await hasher.hash('Correct horse!', OWN_TURN);
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hasher.verify('Correct horse!', stored, OWN_TURN)).toBe(true);
    expect(await hasher.verify('correct horse!', stored, OWN_TURN)).toBe(false);
  });

  it('salts: the same password never gives the same hash', async () => {
    const hasher = new PasswordHasher();
    expect(await hasher.hash('Correct horse!', OWN_TURN)).not.toBe(await hasher.hash('Correct horse!', OWN_TURN));
  });

  it('knows a password in another normal form', async () => {
    const hasher = new PasswordHasher();
    expect(await hasher.verify('Cafe\u0301 12!', await hasher.hash('Caf\u00e9 12!', OWN_TURN), OWN_TURN)).toBe(true);
  });

  it('refuses a longer password with the same beginning', async () => {
    const hasher = new PasswordHasher();
    const password = `Aa!${'x'.repeat(125)}`;
    expect(await hasher.verify(`${password}y`, await hasher.hash(password, OWN_TURN), OWN_TURN)).toBe(false);
  });

  it('does the same work where there is no account', async () => {
    const { calls, releases, derive } = observedDerivation();
    const hasher = new PasswordHasher(derive);
    const stored = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;
    const withAccount = hasher.verify('whatever', stored, OWN_TURN);
    const without = hasher.verify('whatever', undefined, OWN_TURN);
    await new Promise(setImmediate);
    expect(calls).toHaveLength(2);
    expect(calls[1]).toEqual(calls[0]);
    for (const release of releases) release();
    expect([await withAccount, await without]).toEqual([false, false]);
  });

  it('computes at most two at once and refuses what a network asks beyond its share', async () => {
    const { releases, derive, runningMax } = observedDerivation();
    const hasher = new PasswordHasher(derive);
    const [flood, elsewhere] = [turnOfNetwork('2001:db8:0:1::1'), turnOfNetwork('2001:db8:1::1')];
    const accepted = Array.from({ length: 18 }, () => hasher.verify('x', undefined, flood));
    const [sameSite, refusal] = [turnOfNetwork('2001:db8:0:2::1'), { code: 'RATE_LIMITED' }];
    await expect(hasher.verify('x', undefined, sameSite)).rejects.toMatchObject(refusal);
    accepted.push(hasher.verify('x', undefined, elsewhere));
    let released = 0;
    while (released < accepted.length) {
      for (; released < releases.length; released++) releases[released]!();
      await new Promise(setImmediate);
    }
    await Promise.all(accepted);
    expect(runningMax()).toBe(2);
  });

  it('tries a password on any number of hashes in one place of the queue', async () => {
    const { calls, releases, derive, runningMax } = observedDerivation();
    const hasher = new PasswordHasher(derive);
    const hashOf = (byte: number) => `$argon2id$v=19$m=19456,t=2,p=1$AAAA$${Buffer.alloc(32, byte).toString('base64')}`;
    const matches = hasher.verifyEach('x', [...Array.from({ length: 99 }, () => hashOf(1)), hashOf(7)], OWN_TURN);
    const beside = hasher.verify('x', hashOf(7), OWN_TURN);
    for (let released = 0; released < 101; ) {
      for (; released < releases.length; released++) releases[released]!();
      await new Promise(setImmediate);
    }
    expect((await matches).map((isRight, index) => isRight && index).filter(Boolean)).toEqual([99]);
    expect(await beside).toBe(true);
    expect(calls).toHaveLength(101);
    expect(runningMax()).toBe(2);
  });

  it('computes on another thread than the one that answers requests', async () => {
    const [ofThread, ofProcess] = [process.threadCpuUsage(), process.cpuUsage()];
    await new PasswordHasher().hash('correct horse battery staple', OWN_TURN);
    const { user: onThread } = process.threadCpuUsage(ofThread);
    const { user: inAll } = process.cpuUsage(ofProcess);
    expect(onThread).toBeLessThan(inAll / 4);
  });
});

describe('a common password', () => {
  it.each(['P@ssw0rd', 'Password1!', '!!Dragon2931', 'QWERTYUIOP', 'Football#1', '\uff30assword1!'])(
    'is recognised: %s',
    async (password) => {
      expect(await isCommonPassword(password)).toBe(true);
    },
  );

  it.each(['Correct horse!', 'Better-horse-10', 'Dragon1!Teapot', 'kX9#mQ2v', '!!!!1234'])(
    'is none: %s',
    async (password) => {
      expect(await isCommonPassword(password)).toBe(false);
    },
  );
});
