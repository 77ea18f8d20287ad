import { type RequestContext, type TransferId, tokensRpc } from '@candid/contracts';
import { DomainError } from '@candid/event-store';
import { RpcHandler } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import type { z } from 'zod';
import { CorrectBalance } from '../application/correct-balance.js';
import { metadataOfRequest } from '../application/metadata.js';
import { LIMITS, SETTINGS, type TokensSettings } from '../config.js';
import { aboveApproval } from '../domain/correction/errors.js';
import { BalanceQuery } from '../projections/balance/balance.query.js';
import { TrialBalanceQuery } from '../projections/trial-balance/trial-balance.query.js';
import { endOf } from './booking-dates.js';
import { requireSupport } from './caller.js';

const { grant, getBalances, trialBalance } = tokensRpc;
type Request<Message extends { request: z.ZodType }> = z.output<Message['request']>;
type Reply<Message extends { reply: z.ZodType }> = Promise<z.input<Message['reply']>>;

@Controller()
export class SupportController {
  constructor(
    @Inject(CorrectBalance) private readonly correcting: CorrectBalance,
    @Inject(BalanceQuery) private readonly balances: BalanceQuery,
    @Inject(TrialBalanceQuery) private readonly trialBalances: TrialBalanceQuery,
    @Inject(SETTINGS) private readonly settings: TokensSettings,
  ) {}

  @RpcHandler(grant)
  async grant(request: Request<typeof grant>, context: RequestContext): Reply<typeof grant> {
    requireSupport(context);
    const { correctionApprovalTokens } = this.settings;
    if (Math.abs(request.amountTokens) > correctionApprovalTokens) throw aboveApproval(correctionApprovalTokens);
    // Everybody has had the welcome grant: an account that never had a token is nobody's.
    if (!(await this.balances.find(request.userId))) throw new DomainError('NOT_FOUND', 'There is no such account.');
    const { idempotency, requestId } = context;
    const idempotencyKey = `support:${idempotency?.key ?? requestId}`;
    const correction = { ...request, idempotencyKey };
    const { transferId, availableTokens } = await this.correcting.run(correction, metadataOfRequest(context));
    return { transferId: transferId as TransferId, available: availableTokens! };
  }

  @RpcHandler(getBalances)
  async balancesOf({ userIds }: Request<typeof getBalances>, context: RequestContext): Reply<typeof getBalances> {
    requireSupport(context);
    const balances = userIds.map(async (userId) => ({ userId, ...(await this.balances.of(userId)) }));
    return { balances: await Promise.all(balances) };
  }

  @RpcHandler(trialBalance)
  async trialBalance({ asOf }: Request<typeof trialBalance>, context: RequestContext): Reply<typeof trialBalance> {
    requireSupport(context);
    return this.trialBalances.at(asOf === undefined ? undefined : endOf(asOf, 'asOf'), LIMITS.trialBalanceAccounts);
  }
}
