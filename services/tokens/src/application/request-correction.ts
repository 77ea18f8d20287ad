import type { Correction } from '@candid/contracts';
import { DomainError, type EventMetadata, EventStore, type SqlSession, sessionOfClient } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type TokensSettings } from '../config.js';
import { unknownTransfer } from '../domain/correction/errors.js';
import { userAccount } from '../domain/ledger/accounts.js';
import { belowZero } from '../domain/ledger/errors.js';
import type { LedgerEvent } from '../domain/ledger/events.js';
import { streamIdOf } from '../ledger/entry.js';
import { BalanceQuery } from '../projections/balance/balance.query.js';
import { findCorrection } from '../records/corrections.js';
import { BookCorrection } from './book-correction.js';
import { CLOCK, type Clock } from './clock.js';
import { Corrections } from './corrections.js';
import { uuidOf } from './transfer-id.js';

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
    @Inject(EventStore) private readonly store: EventStore,
    @Inject(Corrections) private readonly corrections: Corrections,
    @Inject(BookCorrection) private readonly booking: BookCorrection,
    @Inject(BalanceQuery) private readonly balances: BalanceQuery,
    @Inject(SETTINGS) private readonly settings: TokensSettings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.session = sessionOfClient(store.pool);
  }

  /** Once per key. Throws DomainError VALIDATION_FAILED, NOT_FOUND, IDEMPOTENCY_KEY_REUSED, and CONFLICT below zero. */
  async run(order: CorrectionOrder, requestKey: string, metadata: EventMetadata): Promise<Correction> {
    const correctionId = uuidOf(`correction ${requestKey}`);
    const isRepeat = (await findCorrection(this.session, correctionId)) !== undefined;
    if (!isRepeat) await this.refuseImpossible(order);
    const { ticket, corrects, ...rest } = order;
    const command = {
      type: 'RequestCorrection',
      ...rest,
      ...(ticket !== undefined && { ticket }),
      ...(corrects !== undefined && { corrects }),
      needsApproval: Math.abs(order.amountTokens) > this.settings.correctionApprovalTokens,
      at: this.clock().toISOString(),
    } as const;
    const { status } = await this.corrections.run(correctionId, command, metadata);
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
