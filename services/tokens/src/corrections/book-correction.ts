import {
  Commands,
  DomainError,
  type EventMetadata,
  EventStore,
  inTransaction,
  KeyedMutex,
  type SqlSession,
  type UnitOfWork,
  type WorkItem,
} from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import type { Processor } from '@candid/platform/jobs';
import { Inject, Injectable } from '@nestjs/common';
import { BelowZeroError, belowZero, transferIdOf, userAccount } from '../ledger/transfer.js';
import { type TransferOutcome, Transfers } from '../ledger/transfers.js';
import { type CommandOf, type CorrectionRequest, type CorrectionState, noAmount } from './correction.js';
import { CORRECTIONS_QUEUE, type CorrectionPayload, Corrections, correctionStreams } from './corrections.js';

export const correctionTransferKey = (correctionId: string): string => `correction:${correctionId}`;

type DueCorrection = Extract<CorrectionState, { status: 'due' }>;

/** A grant or correction by staff. The metadata's actor is the person who made it. */
@Injectable()
export class CorrectBalance {
  constructor(
    private readonly transfers: Transfers,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Throws BelowZeroError, and DomainError VALIDATION_FAILED, IDEMPOTENCY_KEY_REUSED. */
  async run(correction: BalanceCorrection, metadata: EventMetadata): Promise<TransferOutcome> {
    const { userId, amountTokens, reason, ticket, corrects, idempotencyKey } = correction;
    if (amountTokens === 0) throw noAmount();
    const command = {
      type: 'PostTransfer',
      code: amountTokens > 0 && corrects === undefined ? 'grant' : 'correction',
      idempotencyKey,
      postings: { [userAccount(userId)]: amountTokens, 'platform:grants': -amountTokens },
      effectiveAt: this.clock().toISOString(),
      ...{ reason, ticket, corrects },
    } as const;
    try {
      return await this.transfers.run(transferIdOf(idempotencyKey), command, metadata);
    } catch (error) {
      if (error instanceof DomainError && error.code === 'INSUFFICIENT_TOKENS') throw belowZero();
      throw error;
    }
  }
}

const lockSql = `select pg_advisory_xact_lock(hashtextextended('correction ' || $1::text, 0))`;

/**
 * The transfer's id is derived from the correction's id, so a repeat, even after a crash, finds the transfer. Bookings
 * of one correction run one at a time: one attempt's refusal must not overtake another attempt's booking. The lock is
 * advisory: a row lock would make every event reader wait for the ledger.
 */
@Injectable()
export class BookCorrection {
  /** Runs bookings one at a time, because each keeps a connection while it waits for the ledger. */
  private readonly mutex = new KeyedMutex();

  constructor(
    private readonly store: EventStore,
    private readonly commands: Commands,
    private readonly corrections: Corrections,
    private readonly correcting: CorrectBalance,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async run(correctionId: string): Promise<void> {
    await this.mutex.run('bookings', () =>
      inTransaction(this.store.pool, async (session) => {
        await session.query(lockSql, [correctionId]);
        await this.bookWithin(session, correctionId);
      }),
    );
  }

  private async bookWithin(session: SqlSession, correctionId: string): Promise<void> {
    const { state, history } = await this.commands.load(correctionStreams, correctionId, session);
    if (state.status !== 'due') return;
    // The cause is the request that made the correction due; the actor is the person who sent it.
    const { eventId: causationId, metadata: cause } = history.at(-1)!;
    const metadata = { ...cause, causationId };
    const command = await this.transferred(correctionId, state, metadata);
    const decide = (unit: UnitOfWork) => this.corrections.decide(unit, correctionId, command);
    await this.commands.executeWithin(session, { metadata }, decide);
  }

  private async transferred(
    correctionId: string,
    { request }: DueCorrection,
    metadata: EventMetadata,
  ): Promise<CommandOf<'ConfirmBooking' | 'RefuseBooking'>> {
    const correction = { ...request, idempotencyKey: correctionTransferKey(correctionId) };
    const at = this.clock().toISOString();
    try {
      const { transferId } = await this.correcting.run(correction, metadata);
      return { type: 'ConfirmBooking', transferId, at };
    } catch (error) {
      if (error instanceof BelowZeroError) return { type: 'RefuseBooking', at };
      throw error;
    }
  }
}

/** Booked once per key. A negative amount takes at most the user's available tokens. */
export type BalanceCorrection = { idempotencyKey: string } & Pick<
  CorrectionRequest,
  'userId' | 'amountTokens' | 'reason' | 'ticket' | 'corrects'
>;

/** Books a correction whose process died before the booking. Any other correction is booked already. */
@Injectable()
export class CorrectionsProcessor implements Processor {
  readonly queue = CORRECTIONS_QUEUE;
  readonly concurrency = 1;

  constructor(private readonly booking: BookCorrection) {}

  async handle(item: WorkItem): Promise<void> {
    const { correctionId } = item.payload as CorrectionPayload;
    await this.booking.run(correctionId);
  }
}
