import { randomUUID } from 'node:crypto';
import { type RequestContext, supportAccountRpc, type UserId } from '@candid/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TokensFixture } from '../tokens.fixture.spec.js';

describe('an account as support reads it', () => {
  let tokens: TokensFixture;

  beforeAll(async () => {
    tokens = await TokensFixture.start();
    await tokens.startWorker();
  });
  afterAll(() => tokens.stop());

  const support = () => tokens.context(randomUUID(), { roles: ['support'] });
  const account = (userId: UserId, context: RequestContext = support()) =>
    tokens.rpc.call(supportAccountRpc.getAccount, { userId }, context);

  it('says what is set aside, what is paid for and what every code comes to', async () => {
    const userId = await tokens.newUser();
    const other = await tokens.newUser();
    await tokens.startedTest(other, 1);
    const { assessmentIds } = await tokens.startedTest(userId, 1);
    const { holdId } = await tokens.heldTest(userId, 1);
    expect(await account(userId)).toEqual({
      balance: { posted: 20, held: 20, available: 0 },
      holds: [{ transferId: holdId, amount: 20, expiresAt: expect.any(String), at: expect.any(String) }],
      totals: [
        { code: 'grant', count: 1, amount: 40 },
        { code: 'hold', count: 1, amount: -20 },
      ],
      escrows: [{ assessmentId: assessmentIds[0], tokens: 20 }],
    });
  });

  it('has nothing of nobody, and is closed to everybody else', async () => {
    const userId = await tokens.newUser();
    const nothing = { balance: { posted: 0, held: 0, available: 0 }, holds: [], totals: [], escrows: [] };
    expect(await account(randomUUID() as UserId)).toEqual(nothing);
    await expect(account(userId, tokens.context(userId))).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
