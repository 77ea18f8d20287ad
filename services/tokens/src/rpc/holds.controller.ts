import { type RequestContext, tokensRpc } from '@candid/contracts';
import { RpcHandler } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import type { z } from 'zod';
import { metadataOfRequest } from '../application/metadata.js';
import { PlaceHold } from '../application/place-hold.js';
import { VoidHold } from '../application/void-hold.js';
import { BalanceQuery } from '../projections/balance/balance.query.js';
import { requireSelf } from './caller.js';

const { placeHold, voidHold } = tokensRpc;
type Request<Message extends { request: z.ZodType }> = z.output<Message['request']>;
type Reply<Message extends { reply: z.ZodType }> = Promise<z.input<Message['reply']>>;

@Controller()
export class HoldsController {
  constructor(
    @Inject(PlaceHold) private readonly placing: PlaceHold,
    @Inject(VoidHold) private readonly voiding: VoidHold,
    @Inject(BalanceQuery) private readonly balances: BalanceQuery,
  ) {}

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
}
