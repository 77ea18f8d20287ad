import type { Correction } from '@candid/contracts';
import {
  DomainError,
  type EventMetadata,
  EventStore,
  type SqlSession,
  sessionOfClient,
  uuidOf,
} from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { userAccount } from '../ledger/domain/accounts.js';
import { belowZero } from '../ledger/domain/errors.js';
import type { LedgerEvent } from '../ledger/domain/events.js';
import { streamIdOf } from '../ledger/entry.js';
import { BalanceQuery } from '../statements/balance.query.js';
import { BookCorrection, correctionTransferKey } from './book-correction.js';
import { Corrections } from './corrections.js';
import { findCorrection } from './corrections.rows.js';
import { ownCorrection, unknownTransfer } from './domain/errors.js';
import type { CorrectionState } from './domain/state.js';
import { UnapprovedAllowance } from './unapproved-allowance.js';

export interface CorrectionOrder {
  userId: string;
  /** Negative takes tokens away. */
  amountTokens: number;
  reason: string;
  ticket?: string | undefined;
  /** The transfer that is corrected. */
  corrects?: string | undefined;
  requestedBy: string;
}

/** Books at once what is small enough; the rest waits for a second person. */
@Injectable()
export class RequestCorrection {
  private readonly session: SqlSession;

  constructor(
    private readonly store: EventStore,
    private readonly corrections: Corrections,
    private readonly booking: BookCorrection,
    private readonly balances: BalanceQuery,
    private readonly allowance: UnapprovedAllowance,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.session = sessionOfClient(store.pool);
  }

  /**
   * Once per key. Throws DomainError VALIDATION_FAILED, NOT_FOUND, IDEMPOTENCY_KEY_REUSED, FORBIDDEN for the own account, and
   * CONFLICT below zero.
   */
  async run(order: CorrectionOrder, requestKey: string, metadata: EventMetadata): Promise<Correction> {
    if (order.userId === order.requestedBy) throw ownCorrection();
    const correctionId = uuidOf(`correction ${requestKey}`);
    await this.refuseImpossible(order).catch(async (error: unknown) => {
      // Asked last: a repeat may have been booked while the balance was read.
      const isRepeat = (await findCorrection(this.session, correctionId)) !== undefined;
      if (!isRepeat) throw error;
    });
    const { ticket, corrects, ...rest } = order;
    const request = {
      type: 'RequestCorrection',
      ...rest,
      ...(ticket !== undefined && { ticket }),
      ...(corrects !== undefined && { corrects }),
      at: this.clock().toISOString(),
    } as const;
    const taken = { ...order, staffId: order.requestedBy, transferKey: correctionTransferKey(correctionId) };
    const make = async (session: SqlSession, state: CorrectionState) => {
      const needsApproval = state.status === 'none' && !(await this.allowance.takeWithin(session, taken));
      return { ...request, needsApproval };
    };
    const { status } = await this.corrections.runMade(correctionId, make, metadata);
    if (status === 'due') await this.booking.run(correctionId);
    const correction = await findCorrection(this.session, correctionId);
    if (!correction) throw belowZero();
    return correction;
  }

  /** Before anybody is asked to approve it; the ledger decides once more when it is booked. */
  private async refuseImpossible({ userId, amountTokens, corrects }: CorrectionOrder): Promise<void> {
    const balance = await this.balances.find(userId);
    // Everybody has had the welcome grant: an account that never had a token is nobody's.
    if (!balance) throw new DomainError('NOT_FOUND', 'There is no such account.');
    if (corrects !== undefined && !(await this.isOf(userId, corrects))) throw unknownTransfer();
    if (balance.available + Math.min(amountTokens, 0) < 0) throw belowZero();
  }

  private async isOf(userId: string, transferId: string): Promise<boolean> {
    const events = (await this.store.load(streamIdOf(transferId))) as unknown as LedgerEvent[];
    return events.some(({ data }) =>
      'postings' in data ? userAccount(userId) in data.postings : data.account === userAccount(userId),
    );
  }
}
