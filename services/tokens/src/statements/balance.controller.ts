import { type RequestContext, tokensRpc as rpc } from '@candid/contracts';
import { EventStore, sessionOfClient } from '@candid/event-store';
import { RpcHandler, requireSelf, type Sent } from '@candid/platform';
import { Controller } from '@nestjs/common';
import { payableTokensOf } from '../bookings/payable-rewards.rows.js';
import { BookedTransfers } from '../ledger/booked-transfers.js';
import { refundKey, rewardKey } from '../ledger/domain/posted-transfers.js';
import { BalanceQuery } from './balance.query.js';
import { EntriesQuery } from './entries.query.js';

@Controller()
export class BalanceController {
  constructor(
    private readonly balances: BalanceQuery,
    private readonly booked: BookedTransfers,
    private readonly entries: EntriesQuery,
    private readonly store: EventStore,
  ) {}

  @RpcHandler(rpc.getBalance)
  async getBalance({ userId }: Sent<typeof rpc.getBalance>, context: RequestContext) {
    requireSelf(context, userId);
    return this.balances.of(userId);
  }

  @RpcHandler(rpc.getBalanceAfterReward)
  async getBalanceAfterReward(request: Sent<typeof rpc.getBalanceAfterReward>, context: RequestContext) {
    const { userId, submissionId, waitMs } = request;
    requireSelf(context, userId);
    const booked = await this.booked.waitFor(rewardKey(submissionId), waitMs);
    const payableTokens = booked ? 0 : await this.payableTokens(userId);
    return { available: await this.balances.available(userId), booked, payableTokens };
  }

  @RpcHandler(rpc.getBalanceAfterRefund)
  async getBalanceAfterRefund(request: Sent<typeof rpc.getBalanceAfterRefund>, context: RequestContext) {
    const { userId, refundId, waitMs } = request;
    requireSelf(context, userId);
    const booked = await this.booked.waitFor(refundKey(refundId), waitMs);
    return { available: await this.balances.available(userId), booked };
  }

  @RpcHandler(rpc.getStatement)
  async getStatement({ userId, ...page }: Sent<typeof rpc.getStatement>, context: RequestContext) {
    requireSelf(context, userId);
    const [statement, payableTokens] = await Promise.all([
      this.entries.ownStatement(userId, page),
      this.payableTokens(userId),
    ]);
    return { ...statement, payableTokens };
  }

  private payableTokens(userId: string): Promise<number> {
    return payableTokensOf(sessionOfClient(this.store.pool), userId);
  }
}
