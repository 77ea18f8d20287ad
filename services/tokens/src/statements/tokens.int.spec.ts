import { randomUUID } from 'node:crypto';
import { supportLedgerRpc, tokensEvents, tokensRpc, type UserId } from '@candid/contracts';
import { sendForgeries } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TokensFixture } from '../tokens.fixture.spec.js';

describe('the tokens service', () => {
  let tokens: TokensFixture;
  const staffId = randomUUID();

  beforeAll(async () => {
    tokens = await TokensFixture.start();
  });
  afterAll(async () => {
    await tokens.stop();
  });

  const grant = (
    userId: UserId,
    amountTokens: number,
    more: { key?: string; roles?: 'user'[]; reason?: string } = {},
  ) => {
    const { key, roles = ['support'], reason = 'lost in a crash' } = more;
    const idempotency = key === undefined ? {} : { idempotency: { key, fingerprint: 'body' } };
    const context = tokens.context(staffId, { roles: roles as 'support'[], ...idempotency });
    return tokens.rpc.call(tokensRpc.grant, { userId, amountTokens, reason, ticket: '4711' }, context);
  };
  const statement = (userId: UserId, limit: number, cursor?: string) =>
    tokens.rpc.call(tokensRpc.getStatement, { userId, limit, ...(cursor && { cursor }) }, tokens.context(userId));
  const trialBalance = (asOf?: string) => {
    const context = tokens.context(staffId, { roles: ['support'] });
    return tokens.rpc.call(supportLedgerRpc.trialBalance, asOf === undefined ? {} : { asOf }, context);
  };

  it('refuses an identity that is unsigned, forged, expired or another’s, whatever the message', async () => {
    const { sent, admitted } = await sendForgeries(tokens.nats.connection, 'tokens');
    expect(admitted).toEqual([]);
    expect(sent).toBeGreaterThan(20);
  });

  it('has nothing for a user that it never heard of', async () => {
    expect(await tokens.balance(randomUUID())).toEqual({ posted: 0, held: 0, available: 0 });
  });

  it('shows a user’s own balance and statement to nobody else', async () => {
    const userId = await tokens.newUser();
    const stranger = tokens.context(randomUUID());
    await expect(tokens.rpc.call(tokensRpc.getBalance, { userId }, stranger)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const asked = tokens.rpc.call(tokensRpc.getStatement, { userId, limit: 5 }, stranger);
    await expect(asked).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('holds what an assessment costs, and refuses what a user does not have', async () => {
    const userId = await tokens.newUser();
    await tokens.heldTest(userId);
    expect(await tokens.balance(userId)).toEqual({ posted: 40, held: 40, available: 0 });
    await expect(tokens.heldTest(userId, 1)).rejects.toMatchObject({
      code: 'INSUFFICIENT_TOKENS',
      message: "You don't have enough tokens for this.",
    });
  });

  it('tells what a start may cost: without what other starts hold, with what is set aside for the next one', async () => {
    const userId = await tokens.newUser();
    const context = tokens.context(userId);
    const spendable = async (of = userId) =>
      (await tokens.rpc.call(tokensRpc.getSpendable, { userId: of }, context)).tokens;
    expect(await spendable()).toBe(40);
    await tokens.heldTest(userId, 1);
    expect(await spendable()).toBe(20);
    await tokens.rpc.call(tokensRpc.holdForNextStart, { userId, assessors: 3 }, context);
    expect(await tokens.balance(userId)).toMatchObject({ available: 5 });
    expect(await spendable()).toBe(20);
    await tokens.heldTest(userId, 1);
    expect(await spendable()).toBe(0);
    await expect(spendable(await tokens.newUser())).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('places a hold once and gives it back once', async () => {
    const userId = await tokens.newUser();
    const holdId = randomUUID();
    const legs = [{ assessmentId: randomUUID(), amountTokens: 15 }];
    const request = { userId, holdId, legs, expiresAt: new Date(Date.now() + 60_000).toISOString() } as never;
    const place = () => tokens.rpc.call(tokensRpc.placeHold, request, tokens.context(userId));
    const release = () =>
      tokens.rpc.call(tokensRpc.voidHold, { userId, holdId } as never, tokens.context(undefined, { roles: [] }));
    expect(await Promise.all([place(), place(), place()])).toEqual(Array(3).fill({ available: 25 }));
    expect(await Promise.all([release(), release()])).toEqual(Array(2).fill({ available: 40 }));
    await expect(place()).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('gives back no hold of somebody else', async () => {
    const userId = await tokens.newUser();
    const stranger = randomUUID() as UserId;
    const { holdId } = await tokens.heldTest(userId, 1);
    const release = tokens.rpc.call(
      tokensRpc.voidHold,
      { userId: stranger, holdId } as never,
      tokens.context(stranger),
    );
    await expect(release).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await tokens.balance(userId)).held).toBe(20);
  });

  it('lists a statement newest first, with the balance after each entry, page by page', async () => {
    const userId = await tokens.newUser();
    for (const amount of [1, -2, 3, -4]) await grant(userId, amount);
    const first = await statement(userId, 3);
    expect(first.entries.map(({ code, amount, balance }) => [code, amount, balance])).toEqual([
      ['correction', -4, 38],
      ['grant', 3, 42],
      ['correction', -2, 39],
    ]);
    const second = await statement(userId, 3, first.nextCursor!);
    expect(second.entries.map(({ amount, balance }) => [amount, balance])).toEqual([
      [1, 41],
      [40, 40],
    ]);
    expect(second.nextCursor).toBeNull();
    await expect(statement(userId, 3, 'no cursor')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('lets support alone grant and correct, with a reason, once per request, and never below zero', async () => {
    const userId = await tokens.newUser();
    await expect(grant(userId, 5, { roles: ['user'] })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(grant(userId, 0)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await expect(grant(userId, 5, { reason: '' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await expect(grant(randomUUID() as UserId, 5)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(grant(userId, -41)).rejects.toMatchObject({ code: 'CONFLICT' });
    const key = randomUUID();
    const twice = await Promise.all([grant(userId, -40, { key }), grant(userId, -40, { key })]);
    expect(twice[0]).toEqual(twice[1]);
    await expect(grant(userId, -39, { key })).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    const { rows } = await tokens.pool.query('select data, metadata from events where stream_id = $1', [
      `transfer-${twice[0].transferId}`,
    ]);
    expect(rows[0].data).toMatchObject({ code: 'correction', reason: 'lost in a crash', ticket: '4711' });
    expect(rows[0].metadata).toMatchObject({ actor: staffId });
  });

  it('does not let two staff take the same tokens at once', async () => {
    const userId = await tokens.newUser();
    const both = await Promise.allSettled([grant(userId, -30), grant(userId, -30)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await tokens.balance(userId)).available).toBe(10);
  });

  it('balances to zero, now and at a time', async () => {
    const userId = await tokens.newUser();
    const { rows } = await tokens.pool.query('select clock_timestamp() as now');
    await grant(userId, 7);
    const now = await trialBalance();
    const then = await trialBalance(rows[0].now.toISOString());
    const lineOf = (trial: typeof now) => trial.accounts.find(({ account }) => account === `user:${userId}`);
    expect([now.sum, then.sum]).toEqual([0, 0]);
    expect(lineOf(now)).toMatchObject({ debits: 0, credits: 47, balance: 47 });
    expect(lineOf(then)).toMatchObject({ debits: 0, credits: 40, balance: 40 });
    expect(now.accounts.find(({ account }) => account === 'platform:grants')!.balance).toBeLessThan(0);
    await expect(trialBalance('yesterday')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await expect(tokens.rpc.call(supportLedgerRpc.trialBalance, {}, tokens.context(userId))).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  it('tells the others of every balance that moved, with the figure right after', async () => {
    const userId = await tokens.newUser();
    const { holdId } = await tokens.heldTest(userId, 1);
    await tokens.rpc.call(tokensRpc.voidHold, { userId, holdId } as never, tokens.context(userId));
    const { rows } = await tokens.pool.query("select count(*)::int as count from events where type <> 'HoldPosted'");
    const published = await tokens.published(tokensEvents.BalanceChanged, rows[0].count);
    const mine = published.map(({ data }) => data).filter((data) => data.userId === userId);
    expect(mine.map(({ code, availableTokens }) => [code, availableTokens])).toEqual([
      ['grant', 40],
      ['hold', 20],
      ['hold', 40],
    ]);
    expect(mine.every((data) => tokensEvents.BalanceChanged.data.safeParse(data).success)).toBe(true);
  });

  it('stays whole', async () => {
    expect(await tokens.faults()).toEqual([]);
  });
});
