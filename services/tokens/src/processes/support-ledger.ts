import { type PersonContext, supportLedgerRpc as rpc, supportAccountRpc } from '@candid/contracts';
import { DomainError, EventStore } from '@candid/event-store';
import { RpcHandler, type Sent } from '@candid/platform';
import { Controller } from '@nestjs/common';
import { chainIsLevel } from '../chain/chain.js';
import { verifyChain } from '../chain/verify-chain.js';
import { UnapprovedAllowance } from '../corrections/unapproved-allowance.js';
import { LIMITS } from '../kernel/config.js';
import { BalanceQuery } from '../ledger/read-model.js';
import { Reconcile, ReconciliationsQuery } from '../reconciliation/reconcile.js';
import { AccountFiguresQuery, TrialBalanceQuery } from '../statements/account.js';
import { EntriesQuery, endOf, rangeOf } from '../statements/entries.js';
import { TransferTraceQuery } from '../statements/transfers.js';

@Controller()
export class SupportLedgerController {
  constructor(
    private readonly balances: BalanceQuery,
    private readonly figures: AccountFiguresQuery,
    private readonly allowance: UnapprovedAllowance,
    private readonly entries: EntriesQuery,
    private readonly traces: TransferTraceQuery,
    private readonly trialBalances: TrialBalanceQuery,
    private readonly runs: ReconciliationsQuery,
    private readonly reconciling: Reconcile,
    private readonly store: EventStore,
  ) {}

  @RpcHandler(rpc.getBalances)
  async getBalances({ userIds }: Sent<typeof rpc.getBalances>) {
    const balances = userIds.map(async (userId) => ({ userId, ...(await this.balances.of(userId)) }));
    return { balances: await Promise.all(balances) };
  }

  @RpcHandler(supportAccountRpc.getAccount)
  async getAccount({ userId }: Sent<typeof supportAccountRpc.getAccount>, { userId: staffId }: PersonContext) {
    const [balance, figures, aloneLeft] = await Promise.all([
      this.balances.of(userId),
      this.figures.of(userId),
      this.allowance.left({ staffId, userId }),
    ]);
    return { balance, ...figures, aloneLeft };
  }

  @RpcHandler(rpc.getAccountStatement)
  async getAccountStatement(request: Sent<typeof rpc.getAccountStatement>) {
    const { userId, code } = request;
    await this.balances.ofKnown(userId);
    return this.entries.ofUser(userId, { ...rangeOf(request), code }, request);
  }

  @RpcHandler(rpc.listEntries)
  async listEntries(request: Sent<typeof rpc.listEntries>) {
    const { userId, code } = request;
    return this.entries.inOrder(userId, { ...rangeOf(request), code }, request);
  }

  @RpcHandler(rpc.getTransfer)
  async getTransfer({ transferId }: Sent<typeof rpc.getTransfer>) {
    const trace = await this.traces.find(transferId);
    if (!trace) throw new DomainError('NOT_FOUND', 'There is no such transfer.');
    return trace;
  }

  @RpcHandler(rpc.trialBalance)
  async trialBalance({ asOf }: Sent<typeof rpc.trialBalance>) {
    return this.trialBalances.at(asOf === undefined ? undefined : endOf(asOf, 'asOf'), LIMITS.trialBalanceAccounts);
  }

  @RpcHandler(rpc.verifyLedger)
  async verifyLedger({ full }: Sent<typeof rpc.verifyLedger>) {
    await chainIsLevel(this.store, LIMITS.chainWaitMs);
    return verifyChain(this.store, { isFull: full });
  }

  @RpcHandler(rpc.reconcile)
  async reconcile({ full }: Sent<typeof rpc.reconcile>) {
    return this.reconciling.run({ isFull: full });
  }

  @RpcHandler(rpc.listReconciliations)
  async listReconciliations({ cursor, limit }: Sent<typeof rpc.listReconciliations>) {
    return this.runs.newest({ cursor, limit });
  }
}
