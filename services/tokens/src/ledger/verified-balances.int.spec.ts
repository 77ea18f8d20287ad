import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TokensFixture } from '../tokens.fixture.spec.js';
import { compareBalances } from './verified-balances.js';

describe('balances that are compared from where they were right', () => {
  let tokens: TokensFixture;
  beforeAll(async () => {
    tokens = await TokensFixture.start();
  });
  afterAll(() => tokens.stop());

  const compare = async (isFull: boolean) => (await compareBalances(tokens.database, { isFull })).differences;
  const kept = async () =>
    (await tokens.pool.query('select account, posted, held from verified_balances order by account')).rows;
  const live = async () =>
    (await tokens.pool.query('select account, posted, held from accounts order by account')).rows;
  async function somebodyStarts(): Promise<void> {
    const userId = await tokens.newUser();
    await tokens.heldTest(userId, 1);
    await tokens.startedTest(userId, 1);
  }

  it('are what all events add up to, also beside traffic and beside another comparison', async () => {
    expect(await compare(true)).toEqual([]);
    for (let round = 1; round <= 4; round += 1) {
      const traffic = Promise.all(Array.from({ length: 6 }, somebodyStarts));
      for (let look = 1; look <= 4; look += 1) {
        expect(await Promise.all([compare(false), compare(look === 2)])).toEqual([[], []]);
      }
      await traffic;
    }
    // If any transaction on the server is still open, only a later comparison saves the newest balances.
    await eventually(async () => {
      expect(await compare(false)).toEqual([]);
      expect(await kept()).toEqual(await live());
    });
    expect((await kept()).length).toBeGreaterThan(40);
  });

  it('are compared in full again after a fault', async () => {
    const [{ account }] = await live();
    const change = 'update accounts set posted = posted + $2::int where account = $1';
    await tokens.pool.query(change, [account, 3]);
    expect(await compare(false)).toMatchObject([{ table: 'accounts', row: { account } }, { row: { account } }]);
    expect((await tokens.pool.query('select from verified_ledger')).rowCount).toBe(0);
    await tokens.pool.query(change, [account, -3]);
    expect(await compare(false)).toEqual([]);
    expect((await tokens.pool.query('select from verified_ledger')).rowCount).toBe(1);
  });
});
