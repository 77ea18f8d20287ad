import { randomUUID } from 'node:crypto';
import { supportAccountRpc, tokensRpc, type UserId } from '@candid/contracts';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allTimes } from '../ledger/compare-with-events.js';
import { rebuildLedger } from '../processes/rebuild-ledger.js';
import { TrialBalanceQuery } from '../statements/account.js';
import { TokensFixture } from '../tokens.fixture.spec.js';
import { compareSnapshots } from './snapshots.js';

const manyAccounts = 5_000;

/** Enough grants for several snapshots of one account and of the trial balance. */
const grants = 1_400;
/** Number of concurrent grants to one account, which books one at a time: more could time out on a slow machine. */
const atOnce = 25;

describe('snapshots of the ledger', () => {
  let tokens: TokensFixture;
  let userId: UserId;
  let trial: TrialBalanceQuery;

  beforeAll(async () => {
    tokens = await TokensFixture.start({ WELCOME_GRANT_TOKENS: 400 });
    tokens.answerAsAssessments();
    await tokens.startWorker();
    trial = new TrialBalanceQuery(tokens.database);
    userId = await tokens.newUser();
    for (let group = 0; group < grants / atOnce; group += 1) {
      await Promise.all(Array.from({ length: atOnce }, (_, each) => grant(each % 3 === 0 ? -1 : 2)));
      if (group % 4 === 0) await somebodyPlays();
    }
    await eventually(levelled);
  });
  afterAll(() => tokens.stop());

  const support = () => tokens.context(randomUUID(), { roles: ['support'] });
  const sql = async (text: string, values: unknown[] = []) => (await tokens.pool.query(text, values)).rows;
  const grant = (amountTokens: number) =>
    tokens.rpc.call(tokensRpc.grant, { userId, amountTokens, reason: 'one of many' }, support());
  async function somebodyPlays(): Promise<void> {
    const test = await tokens.startedTest(userId, 2);
    await tokens.publishRatings(test, randomUUID());
    await tokens.publishEnd(test, test.assessmentIds[0]!, 15);
  }
  async function levelled(): Promise<void> {
    const [{ unread }] = await sql(`select count(*)::int as unread from events e, checkpoints c
      where c.name = 'ledger-snapshots' and e.global_position > c.global_position`);
    expect(unread).toBe(0);
  }
  const snapshots = async () => {
    const accounts = await sql('select * from account_snapshots order by account, global_position');
    return {
      accounts,
      trials: await sql(
        `select *, before::text as moment from trial_snapshots where before < 'infinity' order by before, line`,
      ),
    };
  };

  /** Sums the postings without using a snapshot. */
  const addedUp = async (time: string, line = 'account') =>
    sql(
      `select ${line} as account, sum(-least(amount, 0))::int as debits, sum(greatest(amount, 0))::int as credits,
         sum(amount)::int as balance from postings where recorded_at <= $1 group by ${line} order by ${line} collate "C"`,
      [time],
    );
  const grouped = `case when account like 'platform:%' then account else split_part(account, ':', 1) || ':*' end`;
  async function expectExactAt(time: string): Promise<void> {
    expect(await trial.at(time, manyAccounts)).toEqual({ accounts: await addedUp(time), sum: 0 });
    expect(await trial.at(time, 5)).toEqual({ accounts: await addedUp(time, grouped), sum: 0 });
  }
  /** Random times of recorded postings, to the microsecond. */
  const someTimes = async (count: number): Promise<string[]> =>
    (
      await sql(
        `select recorded_at::text as time from (select distinct recorded_at from postings) p order by random() limit $1`,
        [count],
      )
    ).map(({ time }) => time);

  it('are made on the way', async () => {
    const { accounts, trials } = await snapshots();
    expect(accounts.length).toBeGreaterThan(2);
    expect(trials.length).toBeGreaterThanOrEqual(6);
    expect(await compareSnapshots(tokens.database, allTimes)).toEqual([]);
  });

  it('let every date be answered as the postings do', async () => {
    for (const time of await someTimes(25)) await expectExactAt(time);
    for (const { time } of await sql('select before::text as time from trial_snapshots order by before limit 6')) {
      if (time !== 'infinity') await expectExactAt(time);
    }
    for (const time of ['2000-01-01', 'infinity']) await expectExactAt(time);
  });

  it('let an account be told as its entries do', async () => {
    const { totals, escrows } = await tokens.rpc.call(supportAccountRpc.getAccount, { userId }, support());
    const expected = await sql(
      `select t.code, count(*)::int as count, sum(p.amount)::int as amount from postings p join transfers t using (transfer_id)
        where p.account = $1 group by t.code order by t.code`,
      [`user:${userId}`],
    );
    expect(totals).toEqual(expected);
    const open = await sql(
      `select account from accounts where account like 'escrow:%' and posted > 0 order by account limit 100`,
    );
    expect(escrows.map(({ assessmentId }) => `escrow:${assessmentId}`)).toEqual(open.map(({ account }) => account));
    expect(escrows.length).toBeGreaterThan(5);
  });

  it('stay right under writes, and what was answered for a date stays answered', async () => {
    const [past] = await someTimes(1);
    const before = await trial.at(past!, manyAccounts);
    let isWriting = true;
    const writers = Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let each = 0; each < 60; each += 1) await grant(1);
      }),
    ).finally(() => {
      isWriting = false;
    });
    while (isWriting) {
      expect((await trial.at(undefined, manyAccounts)).sum).toBe(0);
      expect((await trial.at(undefined, 5)).sum).toBe(0);
      expect(await compareSnapshots(tokens.database, allTimes)).toEqual([]);
    }
    await writers;
    expect(await trial.at(past!, manyAccounts)).toEqual(before);
    for (const time of await someTimes(3)) await expectExactAt(time);
  });

  it('include an event that was recorded before one of them and is read after it', async () => {
    const moments = await sql(
      `select before::text as time from trial_snapshots where before < 'infinity' group by before order by before`,
    );
    const [{ time }] = moments;
    await tokens.stopWorker();
    // Simulates a transaction that commits long after the time of its recording.
    await bookBetweenPlatformAccounts(time);
    const settledAt = async () => {
      for (const moment of moments) await expectExactAt(moment.time);
      expect(await compareSnapshots(tokens.database, allTimes)).toEqual([]);
    };
    await settledAt();
    await tokens.startWorker();
    await eventually(levelled);
    await settledAt();
  });

  async function bookBetweenPlatformAccounts(before: string): Promise<void> {
    const transferId = randomUUID();
    const data = {
      code: 'grant',
      idempotencyKey: transferId,
      postings: { 'platform:grants': -3, 'platform:sales': 3 },
    };
    const recordedAt = `$2::timestamptz - interval '1 millisecond'`;
    await sql(
      `with event as (
         insert into events (event_id, stream_id, stream_version, type, data, metadata, recorded_at)
         values ($1::uuid, 'transfer-' || $1::text, 1, 'TransferPosted', $3::jsonb, '{"correlationId": "late"}', ${recordedAt})
         returning global_position
       ), transfer as (
         insert into transfers (transfer_id, version, status, code, amount, idempotency_key, correlation_id, effective_at, recorded_at)
         values ($1::uuid, 1, 'posted', 'grant', 3, $1::text, 'late', ${recordedAt}, ${recordedAt})
       )
       insert into postings (account, global_position, transfer_id, recorded_at, amount)
       select key, global_position, $1::uuid, ${recordedAt}, value::bigint from event, jsonb_each($3::jsonb->'postings')`,
      [transferId, before, JSON.stringify({ ...data, effectiveAt: new Date().toISOString() })],
    );
  }

  it('are found and named where they were changed, and made anew with the ledger', async () => {
    const { accounts, trials } = await snapshots();
    const [first, last] = [accounts[0], trials.at(-1)];
    await sql('update account_snapshots set credits = credits + 1 where account = $1 and global_position = $2', [
      ...[first.account, first.global_position],
    ]);
    await sql('update trial_snapshots set debits = debits + 1 where before = $1 and line = $2', [
      last.moment,
      last.line,
    ]);
    expect((await compareSnapshots(tokens.database, allTimes)).map(({ id }) => id)).toEqual([first.account, last.line]);
    await rebuildLedger(tokens.ownerUrl);
    await eventually(levelled);
    expect(await compareSnapshots(tokens.database, allTimes)).toEqual([]);
    expect((await snapshots()).accounts.length).toBeGreaterThan(0);
    await expectExactAt('infinity');
  });
});
