import { randomUUID } from 'node:crypto';
import {
  findThingsRpc,
  listTimelineRpc,
  type RequestContext,
  supportAccountRpc,
  tokensRpc,
  type UserId,
} from '@candid/contracts';
import { eventually } from '@candid/testing';
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
      aloneLeft: 200,
    });
  });

  it('is empty for an unknown user, and closed to everybody but support', async () => {
    const userId = await tokens.newUser();
    const nothing = {
      balance: { posted: 0, held: 0, available: 0 },
      holds: [],
      totals: [],
      escrows: [],
      aloneLeft: 200,
    };
    expect(await account(randomUUID() as UserId)).toEqual(nothing);
    await expect(account(userId, tokens.context(userId))).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  describe('found by an id', () => {
    const find = async (id: string, context: RequestContext = support()) =>
      (await tokens.rpc.call(findThingsRpc('tokens'), { id }, context)).things;

    it('comes with a transfer, an event or a request', async () => {
      const userId = await tokens.newUser();
      const context = support();
      const grant = { userId, amountTokens: 7, reason: 'lost' };
      const { transferId } = await tokens.rpc.call(tokensRpc.grant, grant, context);
      const { requestId } = context;
      const transfer = { kind: 'transfer', id: transferId, userId, title: 'grant 7', requestId };
      // The first event of a transfer has the transfer's id.
      const event = { kind: 'event', id: transferId, userId: context.userId, title: 'TransferPosted', requestId };
      expect(await find(transferId)).toMatchObject([transfer, event]);
      await eventually(async () =>
        expect(await find(requestId)).toMatchObject([{ kind: 'request', id: requestId, userId: context.userId }]),
      );
      const { holdId } = await tokens.heldTest(userId, 1);
      expect((await find(holdId))[0]).toMatchObject({ kind: 'transfer', userId, title: 'hold 20' });
    });

    it('is missing for an unknown id, and closed to everybody but support', async () => {
      expect(await find(randomUUID())).toEqual([]);
      expect(await find("' or 1=1 --")).toEqual([]);
      await expect(find(randomUUID(), tokens.context(randomUUID()))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    });
  });

  it('shows the events and transfers of a request in their present state', async () => {
    const userId = await tokens.newUser();
    const { holdId } = await tokens.heldTest(userId, 1);
    const { rows } = await tokens.pool.query('select correlation_id from transfers where transfer_id = $1', [holdId]);
    const request = { requestIds: [rows[0].correlation_id as string], limit: 50 };
    await eventually(async () => {
      const { steps } = await tokens.rpc.call(listTimelineRpc('tokens'), request, support());
      expect(steps).toMatchObject([
        { kind: 'event', title: 'HoldPlaced', detail: `transfer-${holdId}` },
        { kind: 'transfer', title: 'hold', id: holdId, userId, detail: '20', state: 'pending' },
      ]);
    });
  });
});
