import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  at,
  consumeOf,
  entryOf,
  grantOf,
  LedgerFixture,
  type LedgerProcess,
  metadata,
  post,
  refundOf,
  takeBackOf,
} from './ledger.fixture.spec.js';
import { escrowAccount, userAccount } from './transfer.js';

describe('the ledger', () => {
  let fixture: LedgerFixture;
  let one: LedgerProcess;
  let other: LedgerProcess;

  beforeAll(async () => {
    fixture = await LedgerFixture.start();
    one = fixture.process();
    other = fixture.process();
  });
  afterAll(() => fixture.stop());
  afterEach(async () => {
    expect(await fixture.sumOfPostings()).toBe(0);
    expect(await fixture.differences()).toEqual([]);
  });

  async function userWith(amountTokens: number): Promise<string> {
    const userId = randomUUID();
    await post(one, grantOf(userId, amountTokens));
    return userId;
  }

  async function hold(userId: string, ...amounts: number[]) {
    const holdId = randomUUID();
    const assessmentIds = amounts.map(() => randomUUID());
    const legs = amounts.map((amountTokens, index) => ({
      account: escrowAccount(assessmentIds[index]!),
      amountTokens,
    }));
    const placed = await one.transfers.run(
      holdId,
      {
        type: 'PlaceHold',
        idempotencyKey: `hold:${holdId}`,
        account: userAccount(userId),
        legs,
        expiresAt: at,
        effectiveAt: at,
      },
      metadata,
    );
    return { holdId, assessmentIds, placed };
  }
  const postHold = (holdId: string, userId: string) =>
    one.transfers.run(holdId, { type: 'PostHold', account: userAccount(userId), effectiveAt: at }, metadata);

  it('gives one outcome to each of many transfers at once', async () => {
    const userId = await userWith(100);
    const before = await fixture.count('transfers');
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => post(one, takeBackOf(userId, 1))));
    const available = outcomes.map(({ availableTokens }) => availableTokens!).sort((a, b) => b - a);
    expect(available).toEqual(Array.from({ length: 50 }, (_, index) => 99 - index));
    expect(await fixture.count('transfers')).toBe(before + 50);
    expect(await fixture.balance(userAccount(userId))).toEqual({ posted: 50, held: 0 });
  });

  it('refuses only those that an account cannot bear, in the order they came', async () => {
    const userId = await userWith(10);
    const bystander = await userWith(10);
    const amounts = [6, 5, 3, 2, 1];
    const [mine, theirs] = await Promise.all([
      Promise.allSettled(amounts.map((amount) => post(one, takeBackOf(userId, amount)))),
      Promise.allSettled(amounts.slice(2).map((amount) => post(one, takeBackOf(bystander, amount)))),
    ]);
    expect(mine.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled']);
    expect(theirs.every(({ status }) => status === 'fulfilled')).toBe(true);
    expect((mine[1] as PromiseRejectedResult).reason).toMatchObject({ code: 'INSUFFICIENT_TOKENS' });
    expect(await fixture.balance(userAccount(userId))).toEqual({ posted: 0, held: 0 });
  });

  it('gives no transfer the tokens of a later one in its flush, and writes bystanders together', async () => {
    const userId = await userWith(5);
    const [taken, brought, ...bystanders] = await Promise.allSettled([
      post(one, takeBackOf(userId, 6)),
      post(one, grantOf(userId, 6)),
      ...Array.from({ length: 3 }, () => post(one, grantOf(randomUUID(), 1))),
    ]);
    expect(taken).toMatchObject({ status: 'rejected', reason: { code: 'INSUFFICIENT_TOKENS' } });
    expect(brought).toMatchObject({ status: 'fulfilled', value: { availableTokens: 11 } });
    const { rows } = await fixture.owner.query(
      'select count(*)::int as events, count(distinct xmin::text)::int as flushes from events where event_id = any($1)',
      [bystanders.map((each) => each.status === 'fulfilled' && each.value.transferId)],
    );
    expect(rows).toEqual([{ events: 3, flushes: 1 }]);
  });

  it('makes an account again whose row was there when this process last saw it', async () => {
    const userId = await userWith(5);
    await post(one, takeBackOf(userId, 5));
    await fixture.owner.query('delete from accounts where account = $1', [userAccount(userId)]);
    expect(await post(one, grantOf(userId, 3))).toMatchObject({ replayed: false, availableTokens: 3 });
    expect(await fixture.balance(userAccount(userId))).toEqual({ posted: 3, held: 0 });
  });

  it('never lets two processes spend the same tokens', async () => {
    const userId = await userWith(20);
    const spending = Array.from({ length: 40 }, (_, turn) => post(turn % 2 ? one : other, takeBackOf(userId, 1)));
    const settled = await Promise.allSettled(spending);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    expect(await fixture.balance(userAccount(userId))).toEqual({ posted: 0, held: 0 });
  });

  it('posts a key once, however often and by whichever process it is asked', async () => {
    const userId = randomUUID();
    const grant = grantOf(userId, 40, `welcome:${userId}`);
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, turn) => post(turn % 2 ? one : other, grant)));
    expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(new Set(outcomes.map(({ transferId }) => transferId)).size).toBe(1);
    expect(outcomes.every(({ availableTokens }) => availableTokens === 40)).toBe(true);
    expect(await fixture.balance(userAccount(userId))).toEqual({ posted: 40, held: 0 });
  });

  it('answers a replay with the first outcome, and refuses the key for anything else', async () => {
    const userId = await userWith(5);
    const grant = grantOf(userId, 10);
    const first = await post(one, grant);
    await post(one, takeBackOf(userId, 7));
    expect(await post(other, grant)).toEqual({ ...first, replayed: true });
    await expect(post(other, { ...grantOf(userId, 11), idempotencyKey: grant.idempotencyKey })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
  });

  it('sets held tokens aside without moving them, and moves them into an escrow per leg', async () => {
    const userId = await userWith(40);
    const { holdId, assessmentIds, placed } = await hold(userId, 20, 15);
    expect(placed.availableTokens).toBe(5);
    expect(await fixture.balance(userAccount(userId))).toEqual({ posted: 40, held: 35 });
    await expect(post(one, takeBackOf(userId, 6))).rejects.toMatchObject({ code: 'INSUFFICIENT_TOKENS' });
    expect((await postHold(holdId, userId)).availableTokens).toBe(5);
    expect(await fixture.balance(userAccount(userId))).toEqual({ posted: 5, held: 0 });
    expect(await fixture.balance(escrowAccount(assessmentIds[0]!))).toEqual({ posted: 20, held: 0 });
    expect(await fixture.balance(escrowAccount(assessmentIds[1]!))).toEqual({ posted: 15, held: 0 });
    expect(await postHold(holdId, userId)).toMatchObject({ replayed: true });
  });

  it('decides a race between posting and giving back a hold once', async () => {
    const userId = await userWith(40);
    const { holdId } = await hold(userId, 20);
    const release = {
      type: 'VoidHold',
      account: userAccount(userId),
      reason: 'released',
      effectiveAt: at,
    } as const;
    const settled = await Promise.allSettled([
      postHold(holdId, userId),
      other.transfers.run(holdId, release, metadata),
      other.transfers.run(holdId, release, metadata),
    ]);
    const { posted, held } = await fixture.balance(userAccount(userId));
    expect(held).toBe(0);
    expect(posted).toBe(settled[0]!.status === 'fulfilled' ? 20 : 40);
  });

  it('keeps an escrow from giving more than it got, and waits for what is not there yet', async () => {
    const userId = await userWith(20);
    const { holdId, assessmentIds } = await hold(userId, 20);
    const assessmentId = assessmentIds[0]!;
    await expect(post(one, consumeOf(assessmentId, 5))).rejects.toMatchObject({ name: 'EscrowShortError' });
    await postHold(holdId, userId);
    await post(one, consumeOf(assessmentId, 5));
    const refunds = await Promise.all(
      Array.from({ length: 6 }, (_, turn) => post(turn % 2 ? one : other, refundOf(assessmentId, userId, 15))),
    );
    expect(refunds.filter(({ replayed }) => !replayed)).toHaveLength(1);
    await expect(post(one, consumeOf(assessmentId, 5))).rejects.toMatchObject({ name: 'EscrowShortError' });
    expect(await fixture.balance(escrowAccount(assessmentId))).toEqual({ posted: 0, held: 0 });
  });

  it('takes a spoilt transfer out of its flush', async () => {
    const userId = randomUUID();
    const spoilt = { ...entryOf(grantOf(userId, 1)), metadata: { correlationId: 'nul \u0000 is no jsonb' } };
    const astray = entryOf({ ...grantOf(userId, 1), postings: { 'platform:profit': -1, [userAccount(userId)]: 1 } });
    const [good, bad, lost] = await Promise.allSettled([
      one.ledger.record(entryOf(grantOf(userId, 7))),
      one.ledger.record(spoilt),
      one.ledger.record(astray),
    ]);
    expect(good).toMatchObject({ status: 'fulfilled', value: { outcome: 'recorded', availableTokens: 7 } });
    expect(bad!.status).toBe('rejected');
    expect(lost!.status).toBe('rejected');
    expect(await fixture.balance(userAccount(userId))).toEqual({ posted: 7, held: 0 });
  });

  it('keeps the application from changing what was posted or recorded', async () => {
    await userWith(1);
    for (const change of ['update postings set amount = amount + 1', 'delete from postings', 'delete from events']) {
      await expect(one.connection.query({ text: change })).rejects.toMatchObject({
        code: expect.stringMatching(/23001|42501/),
      });
    }
  });

  it('is found out when a row is changed, removed or added behind its back', async () => {
    const userId = await userWith(3);
    const account = userAccount(userId);
    await fixture.owner.query('update accounts set posted = posted + 1 where account = $1', [account]);
    expect(await fixture.differences()).toEqual([
      { table: 'accounts', kind: 'missing', row: { account, posted: 3, held: 0 } },
      { table: 'accounts', kind: 'unexpected', row: { account, posted: 4, held: 0 } },
    ]);
    await fixture.owner.query('update accounts set posted = posted - 1 where account = $1', [account]);
  });
});
