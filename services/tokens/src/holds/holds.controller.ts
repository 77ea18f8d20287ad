import { PRODUCT, type RequestContext, tokensRpc as rpc } from '@candid/contracts';
import { metadataOfRequest, RpcHandler, requestKeyOf, requireSelf, type Sent } from '@candid/platform';
import { Controller } from '@nestjs/common';
import { BalanceQuery } from '../statements/balance.query.js';
import { AdvanceHolds } from './advance-holds.js';
import { PlaceHold } from './place-hold.js';

@Controller()
export class HoldsController {
  constructor(
    private readonly placing: PlaceHold,
    private readonly advances: AdvanceHolds,
    private readonly balances: BalanceQuery,
  ) {}

  @RpcHandler(rpc.getSpendable)
  async getSpendable({ userId }: Sent<typeof rpc.getSpendable>, context: RequestContext) {
    requireSelf(context, userId);
    return { tokens: await this.advances.spendable(userId) };
  }

  @RpcHandler(rpc.placeHold)
  async placeHold(request: Sent<typeof rpc.placeHold>, context: RequestContext) {
    requireSelf(context, request.userId);
    const { availableTokens } = await this.placing.run(request, metadataOfRequest(context));
    return { available: availableTokens! };
  }

  /** A request without a person comes from the worker of the assessments. */
  @RpcHandler(rpc.voidHold)
  async voidHold({ userId, holdId }: Sent<typeof rpc.voidHold>, context: RequestContext) {
    if (context.userId !== undefined) requireSelf(context, userId);
    await this.placing.void({ userId, holdId }, metadataOfRequest(context));
    return { available: await this.balances.available(userId) };
  }

  @RpcHandler(rpc.holdForNextStart)
  async holdForNextStart({ userId, assessors }: Sent<typeof rpc.holdForNextStart>, context: RequestContext) {
    requireSelf(context, userId);
    const amountTokens = assessors * PRODUCT.pricePerAssessorTokens;
    const order = { userId, amountTokens, requestKey: requestKeyOf(context) };
    const available = await this.advances.place(order, metadataOfRequest(context));
    return { available: available ?? (await this.balances.available(userId)) };
  }

  @RpcHandler(rpc.releaseUnusedHolds)
  async releaseUnusedHolds({ userId }: Sent<typeof rpc.releaseUnusedHolds>, context: RequestContext) {
    requireSelf(context, userId);
    await this.advances.releaseUnused(userId, metadataOfRequest(context));
    return { available: await this.balances.available(userId) };
  }
}
