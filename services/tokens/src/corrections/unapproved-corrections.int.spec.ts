import { randomUUID } from 'node:crypto';
import { correctionsRpc, supportAccountRpc, tokensRpc, type UserId } from '@candid/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { TokensFixture } from '../tokens.fixture.spec.js';

const [ON_ACCOUNT, ON_ALL] = [50, 120];
const DAY_MS = 24 * 3_600_000;

describe('what one member of staff gives and takes alone', () => {
  let tokens: TokensFixture;
  let kim: UserId;
  let lee: UserId;
  let userId: UserId;
  beforeAll(async () => {
    const settings = { CORRECTION_APPROVAL_TOKENS: ON_ACCOUNT, CORRECTION_DAILY_TOKENS: ON_ALL };
    tokens = await TokensFixture.start(settings);
  });
  beforeEach(async () => {
    [kim, lee] = [randomUUID(), randomUUID()] as [UserId, UserId];
    userId = await tokens.newUser();
  });
  afterAll(() => tokens.stop());

  const staff = (who: UserId, key: string = randomUUID()) =>
    tokens.context(who, { roles: ['support'], idempotency: { key, fingerprint: 'body' } });
  const ask = async (amountTokens: number, by = kim, key?: string) => {
    const order = { userId, amountTokens, reason: 'lost in a crash' };
    return (await tokens.rpc.call(correctionsRpc.requestCorrection, order, staff(by, key))).correction;
  };
  const stateOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).state;
  const approve = ({ correctionId }: { correctionId: string }, by: UserId) =>
    tokens.rpc.call(correctionsRpc.approveCorrection, { correctionId }, staff(by));
  const grant = (amountTokens: number, by = kim, key?: string) =>
    tokens.rpc.call(tokensRpc.grant, { userId, amountTokens, reason: 'a gift' }, staff(by, key));
  const left = async (by = kim) => {
    const account = await tokens.rpc.call(supportAccountRpc.getAccount, { userId }, staff(by));
    return account.aloneLeft;
  };
  const available = async () => (await tokens.balance(userId)).available;

  it('counts together on one account, up as down, however it is asked for', async () => {
    expect(await left()).toBe(50);
    expect(await stateOf(20)).toBe('booked');
    expect(await stateOf(-20)).toBe('booked');
    await grant(5);
    expect(await left()).toBe(5);
    expect(await stateOf(6)).toBe('waiting');
    await expect(grant(6)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'This is more than one person may give or take in a day: ask for a correction.',
    });
    await expect(grant(-6)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await stateOf(5)).toBe('booked');
    expect(await left()).toBe(0);
    expect(await available()).toBe(50);
  });

  it('cannot be removed or changed by the role that the service runs as, and goes after 90 days', async () => {
    await grant(5);
    const application = new pg.Client({ connectionString: tokens.databaseUrl });
    await application.connect();
    for (const statement of [
      'delete from unapproved_corrections',
      'update unapproved_corrections set tokens = 0',
      'truncate unapproved_corrections',
    ])
      await expect(application.query(statement)).rejects.toMatchObject({ code: '42501' });
    const countOf = async (age: string) =>
      (await application.query(`select from unapproved_corrections where booked_at < now() - interval '${age}'`))
        .rowCount;
    const added = `insert into unapproved_corrections values ($1, $2, $3, 1, now() - $4::interval)`;
    for (const age of ['89 days', '91 days']) await application.query(added, [randomUUID(), kim, userId, age]);
    await grant(1);
    expect([await countOf('90 days'), await countOf('88 days')]).toEqual([0, 1]);
    await application.end();
  });

  it('is never of the own account, up or down, whatever is left', async () => {
    for (const amountTokens of [1, -1, 51]) {
      const refused = { code: 'FORBIDDEN', message: 'A second person has to approve this.' };
      await expect(grant(amountTokens, userId)).rejects.toMatchObject(refused);
      await expect(ask(amountTokens, userId)).rejects.toMatchObject(refused);
    }
    expect(await available()).toBe(40);
    const asked = await tokens.rpc.call(correctionsRpc.listCorrections, { limit: 100 }, staff(kim));
    expect(asked.corrections.filter((correction) => correction.userId === userId)).toEqual([]);
  });

  it('counts together on all accounts', async () => {
    for (const tokensEach of [50, 50]) {
      expect(await stateOf(tokensEach)).toBe('booked');
      userId = await tokens.newUser();
    }
    expect(await left()).toBe(20);
    expect(await stateOf(21)).toBe('waiting');
    await expect(grant(21)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await stateOf(20)).toBe('booked');
    userId = await tokens.newUser();
    expect(await stateOf(1)).toBe('waiting');
  });

  it('is each one’s own, and leaves out what a second person has approved', async () => {
    await approve(await ask(100), lee);
    expect([await left(kim), await left(lee)]).toEqual([50, 50]);
    expect([await stateOf(50), await stateOf(50, lee)]).toEqual(['booked', 'booked']);
    expect(await available()).toBe(240);
  });

  it('is free again a day later', async () => {
    await ask(50);
    tokens.passTime(DAY_MS - 60_000);
    expect(await stateOf(1)).toBe('waiting');
    tokens.passTime(120_000);
    expect(await left()).toBe(50);
    expect(await stateOf(50)).toBe('booked');
  });

  it('is not passed by asking many times at once', async () => {
    const states = await Promise.all(Array.from({ length: 6 }, () => stateOf(30)));
    expect(states.filter((state) => state === 'booked')).toHaveLength(1);
    expect(await available()).toBe(70);
    userId = await tokens.newUser();
    const granted = await Promise.allSettled(Array.from({ length: 6 }, () => grant(30)));
    expect(granted.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await available()).toBe(70);
  });

  it('counts a repeat of the same request once, whatever is left by then', async () => {
    const [corrected, granted] = [randomUUID(), randomUUID()];
    const first = await Promise.all([ask(-20, kim, corrected), ask(-20, kim, corrected)]);
    expect(first[0]).toEqual(first[1]);
    const gift = await Promise.all([grant(30, kim, granted), grant(30, kim, granted)]);
    expect(gift[0]).toEqual(gift[1]);
    expect(await left()).toBe(0);
    expect(await ask(-20, kim, corrected)).toEqual(first[0]);
    expect((await grant(30, kim, granted)).transferId).toBe(gift[0].transferId);
    const waiting = randomUUID();
    expect(await stateOf(10, kim, waiting)).toBe('waiting');
    tokens.passTime(2 * DAY_MS);
    expect(await stateOf(10, kim, waiting)).toBe('waiting');
    expect(await left()).toBe(50);
  });

  it('leaves what an account cannot bear uncounted', async () => {
    await expect(ask(-41)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(grant(-41)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await left()).toBe(50);
  });
});
