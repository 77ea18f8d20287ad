import { type RequestContext, tokensRpc } from '@candid/contracts';
import { EventStore, sessionOfClient } from '@candid/event-store';
import { RpcHandler } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import type { z } from 'zod';
import { PaidRewards } from '../application/paid-rewards.js';
import { refundKey } from '../application/refund-escrow.js';
import { transferIdOf } from '../application/transfer-id.js';
import { BalanceQuery } from '../projections/balance/balance.query.js';
import { StatementQuery } from '../projections/statement/statement.query.js';
import { payableTokensOf } from '../records/payable-rewards.js';
import { requireSelf } from './caller.js';

const { getBalance, getBalanceAfterReward, getBalanceAfterRefund, getStatement } = tokensRpc;
type Request<Message extends { request: z.ZodType }> = z.output<Message['request']>;
type Reply<Message extends { reply: z.ZodType }> = Promise<z.input<Message['reply']>>;

@Controller()
export class BalanceController {
  constructor(
    @Inject(BalanceQuery) private readonly balances: BalanceQuery,
    @Inject(PaidRewards) private readonly rewards: PaidRewards,
    @Inject(StatementQuery) private readonly statements: StatementQuery,
    @Inject(EventStore) private readonly store: EventStore,
  ) {}

  @RpcHandler(getBalance)
  async balance({ userId }: Request<typeof getBalance>, context: RequestContext): Reply<typeof getBalance> {
    requireSelf(context, userId);
    return this.balances.of(userId);
  }

  @RpcHandler(getBalanceAfterReward)
  async balanceAfterReward(
    { userId, submissionId, waitMs }: Request<typeof getBalanceAfterReward>,
    context: RequestContext,
  ): Reply<typeof getBalanceAfterReward> {
    requireSelf(context, userId);
    const booked = await this.rewards.waitFor(submissionId, waitMs);
    const [{ available }, payableTokens] = await Promise.all([
      this.balances.of(userId),
      booked ? 0 : this.payableTokens(userId),
    ]);
    return { available, booked, payableTokens };
  }

  @RpcHandler(getBalanceAfterRefund)
  async balanceAfterRefund(
    { userId, refundId, waitMs }: Request<typeof getBalanceAfterRefund>,
    context: RequestContext,
  ): Reply<typeof getBalanceAfterRefund> {
    requireSelf(context, userId);
    const transferId = transferIdOf(refundKey(refundId));
    const booked = await this.rewards.waitForTransfer(transferId, waitMs);
    const { available } = await this.balances.of(userId);
    return { available, booked };
  }

  @RpcHandler(getStatement)
  async statement(
    { userId, cursor, limit }: Request<typeof getStatement>,
    context: RequestContext,
  ): Reply<typeof getStatement> {
    requireSelf(context, userId);
    const [page, payableTokens] = await Promise.all([
      this.statements.page(userId, { cursor, limit }),
      this.payableTokens(userId),
    ]);
    return { ...page, payableTokens };
  }

  private payableTokens(userId: string): Promise<number> {
    return payableTokensOf(sessionOfClient(this.store.pool), userId);
  }
}
