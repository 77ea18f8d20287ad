import { PRODUCT, type RequestContext, tokensRpc } from '@candid/contracts';
import { metadataOfRequest, RpcHandler } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import type { z } from 'zod';
import { AdvanceHolds } from '../application/advance-holds.js';
import { PlaceHold } from '../application/place-hold.js';
import { VoidHold } from '../application/void-hold.js';
import { BalanceQuery } from '../projections/balance/balance.query.js';
import { requireSelf } from './caller.js';

const { getSpendable, placeHold, voidHold, holdForNextStart, releaseUnusedHolds } = tokensRpc;
type Request<Message extends { request: z.ZodType }> = z.output<Message['request']>;
type Reply<Message extends { reply: z.ZodType }> = Promise<z.input<Message['reply']>>;

@Controller()
export class HoldsController {
  constructor(
    @Inject(PlaceHold) private readonly placing: PlaceHold,
    @Inject(VoidHold) private readonly voiding: VoidHold,
    @Inject(AdvanceHolds) private readonly advances: AdvanceHolds,
    @Inject(BalanceQuery) private readonly balances: BalanceQuery,
  ) {}

  @RpcHandler(getSpendable)
  async spendable({ userId }: Request<typeof getSpendable>, context: RequestContext): Reply<typeof getSpendable> {
    requireSelf(context, userId);
    return { tokens: await this.advances.spendable(userId) };
  }

  @RpcHandler(placeHold)
  async place(request: Request<typeof placeHold>, context: RequestContext): Reply<typeof placeHold> {
    requireSelf(context, request.userId);
    const { availableTokens } = await this.placing.run(request, metadataOfRequest(context));
    return { available: availableTokens! };
  }

  @RpcHandler(voidHold)
  async void(request: Request<typeof voidHold>, context: RequestContext): Reply<typeof voidHold> {
    requireSelf(context, request.userId);
    await this.voiding.run(request, metadataOfRequest(context));
    const { available } = await this.balances.of(request.userId);
    return { available };
  }

  @RpcHandler(holdForNextStart)
  async holdAhead(
    { userId, assessors }: Request<typeof holdForNextStart>,
    context: RequestContext,
  ): Reply<typeof holdForNextStart> {
    requireSelf(context, userId);
    const amountTokens = assessors * PRODUCT.pricePerAssessorTokens;
    const requestKey = context.idempotency?.key ?? context.requestId;
    const placed = await this.advances.place({ userId, amountTokens, requestKey }, metadataOfRequest(context));
    return { available: placed ?? (await this.balances.of(userId)).available };
  }

  @RpcHandler(releaseUnusedHolds)
  async releaseUnused(
    { userId }: Request<typeof releaseUnusedHolds>,
    context: RequestContext,
  ): Reply<typeof releaseUnusedHolds> {
    requireSelf(context, userId);
    await this.advances.releaseUnused(userId, metadataOfRequest(context));
    const { available } = await this.balances.of(userId);
    return { available };
  }
}
