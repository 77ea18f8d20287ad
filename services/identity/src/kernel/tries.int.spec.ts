import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { IdentityFixture } from '../identity.fixture.spec.js';
import { countTry, forgetTry } from './tries.js';

describe('counted tries', () => {
  let identity: IdentityFixture;
  beforeAll(async () => {
    identity = await IdentityFixture.start();
  });
  afterAll(() => identity.stop());

  it.each([
    ['the only one', [0], 0],
    ['one of several at the same time', [0, 0, 0], 2],
    ['one among others', [-1_000, 0, 1_000], 2],
    ['none at another time', [-1_000, 1_000], 2],
  ])('are taken back by one: %s', async (_, offsetsMs, left) => {
    const scope = randomUUID();
    const now = identity.clock();
    const at = (offsetMs: number) => ({ scope, now: new Date(now.getTime() + offsetMs) });
    for (const offsetMs of offsetsMs) await countTry(identity.session, { ...at(offsetMs), triesMax: 10 });
    await forgetTry(identity.session, { scope, now });
    const [row] = await identity.session.query(
      'select cardinality(tried_at) as count from secret_tries where scope = $1',
      [scope],
    );
    expect(row).toEqual({ count: left });
    expect(await countTry(identity.session, { ...at(2_000), triesMax: left + 1 })).toBe(true);
    expect(await countTry(identity.session, { ...at(2_000), triesMax: left + 1 })).toBe(false);
  });
});
