import { randomUUID } from 'node:crypto';
import { sessionOfClient } from '@candid/event-store';
import { rebuildBesideWrites } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { userAccount } from '../ledger/transfer.js';
import { TokensFixture } from '../tokens.fixture.spec.js';
import { ledgerRowTables, rebuildLedger } from './rebuild-ledger.js';

describe('the ledger rebuilt beside traffic', () => {
  let tokens: TokensFixture;

  beforeAll(async () => {
    tokens = await TokensFixture.start();
  });
  afterAll(() => tokens.stop());

  async function book() {
    const owner = await tokens.newUser();
    const test = await tokens.startedTest(owner);
    const ratings = await tokens.publishRatings(test, randomUUID());
    await tokens.settled('book-on-ratings-accepted', ratings);
    await tokens.heldTest(await tokens.newUser());
  }

  it('has the same rows', async () => {
    const rebuilt = await rebuildBesideWrites({
      session: sessionOfClient(tokens.pool),
      rebuild: async () => {
        expect(await rebuildLedger(tokens.ownerUrl)).toEqual({ replacedRows: 0 });
      },
      write: book,
    });
    for (const table of ledgerRowTables) expect(rebuilt.before[table]).not.toEqual([]);
    expect(rebuilt.after).toEqual(rebuilt.before);
    expect(rebuilt.writesBeside).toBeGreaterThan(1);
    expect(rebuilt.beside).not.toEqual(rebuilt.after);
    expect(rebuilt.undisturbed).toEqual(rebuilt.beside);
    expect(await tokens.faults()).toEqual([]);
  });

  it('puts right what is not as the events say, while tokens move', async () => {
    const owner = await tokens.newUser();
    const account = userAccount(owner);
    await tokens.pool.query('update accounts set posted = posted + 7 where account = $1', [account]);
    await tokens.pool.query(`insert into accounts values ('user:nobody', 3, 0)`);
    await tokens.pool.query('alter table postings disable trigger postings_append_only');
    await tokens.pool.query('delete from postings where account = $1', [account]);
    await tokens.pool.query('alter table postings enable trigger postings_append_only');
    expect(await tokens.faults()).not.toEqual([]);
    const [{ replacedRows }] = await Promise.all([rebuildLedger(tokens.ownerUrl), book(), book()]);
    expect(replacedRows).toBeGreaterThanOrEqual(3);
    expect(await tokens.faults()).toEqual([]);
    await expect(tokens.pool.query('delete from postings')).rejects.toMatchObject({ code: '23001' });
  });

  it('runs one at a time', async () => {
    const other = await tokens.pool.connect();
    await other.query(`select pg_advisory_lock(hashtextextended('rebuild ledger', 0))`);
    await expect(rebuildLedger(tokens.ownerUrl)).rejects.toThrow('is being rebuilt already');
    await other.query('select pg_advisory_unlock_all()');
    other.release();
    expect(await rebuildLedger(tokens.ownerUrl)).toEqual({ replacedRows: 0 });
  });
});
