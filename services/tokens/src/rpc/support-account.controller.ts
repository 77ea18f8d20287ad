import { type AssessmentId, type PersonContext, supportAccountRpc, type TransferId } from '@candid/contracts';
import { RpcHandler } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import type { z } from 'zod';
import { AloneAllowance } from '../application/alone-allowance.js';
import { AccountFiguresQuery } from '../projections/account/account-figures.query.js';
import { BalanceQuery } from '../projections/balance/balance.query.js';

const { getAccount } = supportAccountRpc;

@Controller()
export class SupportAccountController {
  constructor(
    @Inject(BalanceQuery) private readonly balances: BalanceQuery,
    @Inject(AccountFiguresQuery) private readonly figures: AccountFiguresQuery,
    @Inject(AloneAllowance) private readonly allowance: AloneAllowance,
  ) {}

  @RpcHandler(getAccount)
  async account(
    { userId }: z.output<typeof getAccount.request>,
    context: PersonContext,
  ): Promise<z.input<typeof getAccount.reply>> {
    const staffId = context.userId;
    const [balance, { holds, totals, escrows }, aloneLeft] = await Promise.all([
      this.balances.of(userId),
      this.figures.of(userId),
      this.allowance.left({ staffId, userId }),
    ]);
    return {
      balance,
      holds: holds.map((hold) => ({ ...hold, transferId: hold.transferId as TransferId })),
      totals,
      escrows: escrows.map((escrow) => ({ ...escrow, assessmentId: escrow.assessmentId as AssessmentId })),
      aloneLeft,
    };
  }
}
