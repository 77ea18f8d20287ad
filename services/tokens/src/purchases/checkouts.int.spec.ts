import { randomUUID } from 'node:crypto';
import { tokensRpc, type UserId } from '@candid/contracts';
import { sessionOfClient } from '@candid/event-store';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TokensFixture } from '../tokens.fixture.spec.js';
import { saveCheckout } from './checkouts.js';

describe('the orders of a user', () => {
  let tokens: TokensFixture;
  beforeAll(async () => {
    tokens = await TokensFixture.start();
  });
  afterAll(() => tokens.stop());

  async function order(userId: UserId): Promise<string> {
    const checkoutId = randomUUID();
    const order = { userId, tokens: 50, price: 499, currency: 'usd' };
    const state = { ...order, status: 'requested', isPaid: false, isClosed: false, payments: {} } as const;
    await saveCheckout(sessionOfClient(tokens.pool), checkoutId, state);
    return checkoutId;
  }
  const page = (userId: UserId, by: UserId, cursor?: string) =>
    tokens.rpc.call(tokensRpc.exportPurchases, { userId, limit: 2, ...(cursor && { cursor }) }, tokens.context(by));

  it('are exported page by page, to the user alone', async () => {
    const [userId, other] = [randomUUID(), randomUUID()] as [UserId, UserId];
    const own = [await order(userId), await order(userId), await order(userId)];
    await order(other);
    const first = await page(userId, userId);
    const second = await page(userId, userId, first.nextCursor!);
    const purchases = [...first.purchases, ...second.purchases];
    expect(purchases.map(({ checkoutId }) => checkoutId)).toEqual(own.sort());
    expect(purchases[0]).toMatchObject({ tokens: 50, price: 499, currency: 'usd', status: 'requested', isPaid: false });
    expect(second.nextCursor).toBeNull();
    await expect(page(userId, other)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
