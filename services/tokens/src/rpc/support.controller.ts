import { type PersonContext, type TransferId, tokensRpc } from '@candid/contracts';
import { metadataOfRequest, RpcHandler } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import type { z } from 'zod';
import { GrantTokens } from '../application/grant-tokens.js';
import { LIMITS } from '../config.js';
import { BalanceQuery } from '../projections/balance/balance.query.js';
import { TrialBalanceQuery } from '../projections/trial-balance/trial-balance.query.js';
import { endOf } from './booking-dates.js';

const { grant, getBalances, trialBalance } = tokensRpc;
type Request<Message extends { request: z.ZodType }> = z.output<Message['request']>;
type Reply<Message extends { reply: z.ZodType }> = Promise<z.input<Message['reply']>>;

@Controller()
export class SupportController {
  constructor(
    @Inject(GrantTokens) private readonly granting: GrantTokens,
    @Inject(BalanceQuery) private readonly balances: BalanceQuery,
    @Inject(TrialBalanceQuery) private readonly trialBalances: TrialBalanceQuery,
  ) {}

  @RpcHandler(grant)
  async grant(request: Request<typeof grant>, context: PersonContext): Reply<typeof grant> {
    const staffId = context.userId;
    const { idempotency, requestId } = context;
    const order = { ...request, idempotencyKey: `support:${idempotency?.key ?? requestId}` };
    const { transferId, availableTokens } = await this.granting.run(order, staffId, metadataOfRequest(context));
    return { transferId: transferId as TransferId, available: availableTokens! };
  }

  @RpcHandler(getBalances)
  async balancesOf({ userIds }: Request<typeof getBalances>): Reply<typeof getBalances> {
    const balances = userIds.map(async (userId) => ({ userId, ...(await this.balances.of(userId)) }));
    return { balances: await Promise.all(balances) };
  }

  @RpcHandler(trialBalance)
  async trialBalance({ asOf }: Request<typeof trialBalance>): Reply<typeof trialBalance> {
    return this.trialBalances.at(asOf === undefined ? undefined : endOf(asOf, 'asOf'), LIMITS.trialBalanceAccounts);
  }
}
