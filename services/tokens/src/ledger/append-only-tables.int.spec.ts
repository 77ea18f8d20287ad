import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { LedgerFixture } from './ledger.fixture.spec.js';

let ledger: LedgerFixture;
beforeAll(async () => {
  ledger = await LedgerFixture.start();
});
afterAll(() => ledger.stop());

it('the first vacuum freezes the rows of every append-only table', async () => {
  const { rows } = await ledger.owner.query<{ name: string; options: string[] | null }>(
    `select tgrelid::regclass::text as name, reloptions as options from pg_trigger join pg_class c on c.oid = tgrelid
      where tgname like '%append_only' and tgrelid::regclass::text = any ('{events,postings,ledger_chain}') order by name`,
  );
  const options = ['autovacuum_freeze_min_age=0'];
  expect(rows).toEqual(['events', 'ledger_chain', 'postings'].map((name) => ({ name, options })));
});
