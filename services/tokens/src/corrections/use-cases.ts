import {
  type Correction,
  type PersonContext,
  correctionsRpc as rpc,
  type TransferId,
  tokensRpc,
} from '@candid/contracts';
import { DomainError, EventStore, type SqlSession, uuidOf } from '@candid/event-store';
import { CLOCK, type Clock, metadataOfRequest, RpcHandler, requestKeyOf, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Inject } from '@nestjs/common';
import { type GiftSettings, SETTINGS } from '../kernel/config.js';
import { BalanceQuery, type UserBalance } from '../ledger/read-model.js';
import { belowZero, type LedgerEvent, streamIdOf, userAccount } from '../ledger/transfer.js';
import { BookCorrection, CorrectBalance, correctionTransferKey } from './book-correction.js';
import {
  aboveApproval,
  answeredOtherwise,
  type CorrectionState,
  ownCorrection,
  unknownCorrection,
  unknownTransfer,
} from './correction.js';
import { Corrections, findCorrection, listCorrections } from './corrections.js';
import { isUnapprovedCorrection, UnapprovedAllowance } from './unapproved-allowance.js';

/** Refuses early, before anything is counted or needs approval. The ledger checks the balance again. */
function assertBears({ available }: UserBalance, amountTokens: number): void {
  if (available + Math.min(amountTokens, 0) < 0) throw belowZero();
}

/** Books amounts that need no approval, never on the caller's own account. */
@Controller()
export class GrantTokens {
  constructor(
    private readonly database: Database,
    private readonly allowance: UnapprovedAllowance,
    private readonly correcting: CorrectBalance,
    private readonly balances: BalanceQuery,
  ) {}

  /**
   * Throws BelowZeroError, and DomainError VALIDATION_FAILED, NOT_FOUND, FORBIDDEN, IDEMPOTENCY_KEY_REUSED, or CONFLICT
   * if the message that the grant answers has another grant.
   */
  @RpcHandler(tokensRpc.grant)
  async grant(request: Sent<typeof tokensRpc.grant>, context: PersonContext) {
    const { userId, amountTokens, answers } = request;
    const { userId: staffId } = context;
    if (userId === staffId) throw ownCorrection();
    const transferKey = answers === undefined ? `support:${requestKeyOf(context)}` : `answer:${answers}`;
    try {
      assertBears(await this.balances.ofKnown(userId), amountTokens);
    } catch (error) {
      // Looks the request up after the refusal: an earlier attempt may have been booked while the balance was read.
      if (!(await isUnapprovedCorrection(this.database, transferKey))) throw error;
    }
    const taken = { transferKey, staffId, userId, amountTokens };
    const isLeft = await this.database.transaction(({ session }) => this.allowance.takeWithin(session, taken));
    if (!isLeft) throw aboveApproval();
    const order = { ...request, idempotencyKey: transferKey };
    const granting = this.correcting.run(order, metadataOfRequest(context));
    const { transferId, availableTokens } = await granting.catch((error: unknown) => {
      const isOther = error instanceof DomainError && error.code === 'IDEMPOTENCY_KEY_REUSED';
      throw isOther && answers !== undefined ? answeredOtherwise() : error;
    });
    return { transferId: transferId as TransferId, available: availableTokens! };
  }
}

/** Corrections that staff request, and a second person's decision on those that wait. */
@Controller()
export class CorrectionCalls {
  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly corrections: Corrections,
    private readonly booking: BookCorrection,
    private readonly balances: BalanceQuery,
    private readonly allowance: UnapprovedAllowance,
    @Inject(SETTINGS) private readonly settings: GiftSettings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Books small amounts immediately; larger ones wait for a second person. Throws DomainError VALIDATION_FAILED,
   * NOT_FOUND, IDEMPOTENCY_KEY_REUSED, FORBIDDEN for the caller's own account, and CONFLICT if tokens are missing.
   */
  @RpcHandler(rpc.requestCorrection)
  async requestCorrection(sent: Sent<typeof rpc.requestCorrection>, context: PersonContext) {
    const order = { ...sent, requestedBy: context.userId };
    if (order.userId === order.requestedBy) throw ownCorrection();
    const correctionId = uuidOf(`correction ${requestKeyOf(context)}`);
    try {
      await this.refuseImpossible(order);
    } catch (error) {
      // Looks the correction up after the refusal: an earlier attempt may have been booked while the balance was read.
      if (!(await findCorrection(this.database, correctionId))) throw error;
    }
    const request = { type: 'RequestCorrection', ...order, at: this.clock().toISOString() } as const;
    const taken = { ...order, staffId: order.requestedBy, transferKey: correctionTransferKey(correctionId) };
    const make = async (session: SqlSession, state: CorrectionState) => {
      const needsApproval = state.status === 'none' && !(await this.allowance.takeWithin(session, taken));
      return { ...request, needsApproval };
    };
    const { status } = await this.corrections.runMade(correctionId, make, metadataOfRequest(context));
    if (status === 'due') await this.booking.run(correctionId);
    const correction = await findCorrection(this.database, correctionId);
    if (!correction) throw belowZero();
    return { correction };
  }

  @RpcHandler(rpc.listCorrections)
  async listCorrections(request: Sent<typeof rpc.listCorrections>) {
    const page = await listCorrections(this.database, request);
    return { ...page, approvalAbove: this.settings.CORRECTION_APPROVAL_TOKENS };
  }

  /** Throws DomainError NOT_FOUND, FORBIDDEN, CONFLICT. If the account lacks tokens, the correction waits again. */
  @RpcHandler(rpc.approveCorrection)
  async approveCorrection(request: Sent<typeof rpc.approveCorrection>, context: PersonContext) {
    const { correctionId, reason } = request;
    const command = { type: 'ApproveCorrection', ...this.decisionOf(request, context), reason } as const;
    await this.corrections.run(correctionId, command, metadataOfRequest(context));
    await this.booking.run(correctionId);
    const correction = await this.find(correctionId);
    if (correction.state !== 'booked') throw belowZero();
    return { correction };
  }

  /** Throws DomainError NOT_FOUND, and CONFLICT if it was decided before. */
  @RpcHandler(rpc.rejectCorrection)
  async rejectCorrection(request: Sent<typeof rpc.rejectCorrection>, context: PersonContext) {
    const { correctionId, reason } = request;
    const command = { type: 'RejectCorrection', ...this.decisionOf(request, context), reason } as const;
    await this.corrections.run(correctionId, command, metadataOfRequest(context));
    return { correction: await this.find(correctionId) };
  }

  private decisionOf({ ticket }: { ticket?: string | undefined }, context: PersonContext) {
    return { by: context.userId, idempotencyKey: requestKeyOf(context), ticket, at: this.clock().toISOString() };
  }

  private async find(correctionId: string): Promise<Correction> {
    const correction = await findCorrection(this.database, correctionId);
    if (!correction) throw unknownCorrection();
    return correction;
  }

  private async refuseImpossible(order: Sent<typeof rpc.requestCorrection>): Promise<void> {
    const { userId, amountTokens, corrects } = order;
    const balance = await this.balances.ofKnown(userId);
    if (corrects !== undefined && !(await this.isOf(userId, corrects))) throw unknownTransfer();
    assertBears(balance, amountTokens);
  }

  private async isOf(userId: string, transferId: string): Promise<boolean> {
    const events = (await this.store.load(streamIdOf(transferId))) as unknown as LedgerEvent[];
    return events.some(({ data }) =>
      'postings' in data ? userAccount(userId) in data.postings : data.account === userAccount(userId),
    );
  }
}
