import { describe, expect, it } from '@jest/globals';
import { type DeriveKey, PasswordHasher } from './password-hasher.js';

/** Stands for Argon2 where its result does not matter: counts calls and holds them until released. */
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
    const stored = await hasher.hash('Correct horse!');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hasher.verify('Correct horse!', stored)).toBe(true);
    expect(await hasher.verify('correct horse!', stored)).toBe(false);
  });

  it('salts: the same password never gives the same hash', async () => {
    const hasher = new PasswordHasher();
    expect(await hasher.hash('Correct horse!')).not.toBe(await hasher.hash('Correct horse!'));
  });

  it('knows a password in another normal form', async () => {
    const hasher = new PasswordHasher();
    expect(await hasher.verify('Cafe\u0301 12!', await hasher.hash('Caf\u00e9 12!'))).toBe(true);
  });

  it('refuses a longer password with the same beginning', async () => {
    const hasher = new PasswordHasher();
    const password = `Aa!${'x'.repeat(125)}`;
    expect(await hasher.verify(`${password}y`, await hasher.hash(password))).toBe(false);
  });

  it('does the same work where there is no account', async () => {
    const { calls, releases, derive } = observedDerivation();
    const hasher = new PasswordHasher(derive);
    const withAccount = hasher.verify('whatever', `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`);
    const without = hasher.verify('whatever', undefined);
    expect(calls).toHaveLength(2);
    expect(calls[1]).toEqual(calls[0]);
    for (const release of releases) release();
    expect([await withAccount, await without]).toEqual([false, false]);
  });

  it('computes at most two at once and refuses what would wait too long', async () => {
    const { releases, derive, runningMax } = observedDerivation();
    const hasher = new PasswordHasher(derive);
    const accepted = Array.from({ length: 34 }, () => hasher.verify('x', undefined));
    await expect(hasher.verify('x', undefined)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
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
    const matches = hasher.verifyEach('x', [...Array.from({ length: 99 }, () => hashOf(1)), hashOf(7)]);
    const beside = hasher.verify('x', hashOf(7));
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
    await new PasswordHasher().hash('correct horse battery staple');
    const { user: onThread } = process.threadCpuUsage(ofThread);
    const { user: inAll } = process.cpuUsage(ofProcess);
    expect(onThread).toBeLessThan(inAll / 4);
  });
});
