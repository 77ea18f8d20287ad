import { type TransferId, tokensRpc } from '@candid/contracts';
import { DomainError, EventStore } from '@candid/event-store';
import { RpcHandler } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import type { z } from 'zod';
import { chainIsLevel } from '../chain/chain-level.js';
import { verifyChain } from '../chain/verify-chain.js';
import { LIMITS } from '../config.js';
import { BalanceQuery } from '../projections/balance/balance.query.js';
import { ReconciliationsQuery } from '../projections/reconciliations/reconciliations.query.js';
import { EntriesQuery, type EntryPage } from '../projections/statement/entries.query.js';
import { TransferTraceQuery } from '../projections/transfer/transfer-trace.query.js';
import { Reconcile } from '../reconciliation/reconcile.js';
import { rangeOf } from './booking-dates.js';

const { getAccountStatement, listEntries, getTransfer, verifyLedger, reconcile, listReconciliations } = tokensRpc;
type Request<Message extends { request: z.ZodType }> = z.output<Message['request']>;
type Reply<Message extends { reply: z.ZodType }> = Promise<z.input<Message['reply']>>;

@Controller()
export class SupportLedgerController {
  constructor(
    @Inject(BalanceQuery) private readonly balances: BalanceQuery,
    @Inject(EntriesQuery) private readonly entries: EntriesQuery,
    @Inject(TransferTraceQuery) private readonly traces: TransferTraceQuery,
    @Inject(ReconciliationsQuery) private readonly runs: ReconciliationsQuery,
    @Inject(Reconcile) private readonly reconciling: Reconcile,
    @Inject(EventStore) private readonly store: EventStore,
  ) {}

  @RpcHandler(getAccountStatement)
  async statement(request: Request<typeof getAccountStatement>): Reply<typeof getAccountStatement> {
    const { userId, code, cursor, limit } = request;
    // Everybody has had the welcome grant: an account that never had a token is nobody's.
    if (!(await this.balances.find(userId))) throw new DomainError('NOT_FOUND', 'There is no such account.');
    return answerOf(await this.entries.ofUser(userId, { ...rangeOf(request), code }, { cursor, limit }));
  }

  @RpcHandler(listEntries)
  async list(request: Request<typeof listEntries>): Reply<typeof listEntries> {
    const { userId, code, cursor, limit } = request;
    return answerOf(await this.entries.inOrder(userId, { ...rangeOf(request), code }, { cursor, limit }));
  }

  @RpcHandler(getTransfer)
  async transfer({ transferId }: Request<typeof getTransfer>): Reply<typeof getTransfer> {
    const trace = await this.traces.find(transferId);
    if (!trace) throw new DomainError('NOT_FOUND', 'There is no such transfer.');
    const correlatedEvents = trace.correlatedEvents.map((event) => ({ ...event, service: 'tokens' }));
    const { causeEventId } = trace.transfer;
    const causeEvent = correlatedEvents.find(({ eventId }) => eventId === causeEventId) ?? null;
    return { ...trace, transfer: { ...trace.transfer, transferId }, causeEvent, correlatedEvents };
  }

  @RpcHandler(verifyLedger)
  async verify({ full }: Request<typeof verifyLedger>): Reply<typeof verifyLedger> {
    await chainIsLevel(this.store, LIMITS.chainWaitMs);
    return verifyChain(this.store, { isFull: full });
  }

  @RpcHandler(reconcile)
  async reconcile({ full }: Request<typeof reconcile>): Reply<typeof reconcile> {
    return this.reconciling.run({ isFull: full });
  }

  @RpcHandler(listReconciliations)
  async reconciliations({ cursor, limit }: Request<typeof listReconciliations>): Reply<typeof listReconciliations> {
    return this.runs.newest({ cursor, limit });
  }
}

function answerOf({ entries, nextCursor }: EntryPage) {
  return {
    entries: entries.map((entry) => ({ ...entry, transferId: entry.transferId as TransferId })),
    nextCursor,
  };
}
