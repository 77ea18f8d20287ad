import {
  Commands,
  type EventMetadata,
  EventStore,
  inTransaction,
  KeyedMutex,
  type RecordedEvent,
  type SqlSession,
  type UnitOfWork,
} from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { BelowZeroError } from '../ledger/domain/errors.js';
import { CorrectBalance } from './correct-balance.js';
import { Corrections, correctionStreams } from './corrections.js';
import type { ConfirmBooking, RefuseBooking } from './domain/commands.js';
import type { CorrectionState } from './domain/state.js';

export const correctionTransferKey = (correctionId: string): string => `correction:${correctionId}`;

type DueCorrection = Extract<CorrectionState, { status: 'due' }>;

/**
 * Books a correction that is due. The transfer's id is made of the correction's, so that whoever does it again, after a
 * crash too, finds it done. One at a time for each correction, for a refusal must not overtake another's booking; by an
 * advisory lock, because a row lock would keep every reader of events waiting for the ledger.
 */
@Injectable()
export class BookCorrection {
  /** In this process each booking would hold a connection while it waits for the ledger. */
  private readonly mutex = new KeyedMutex();

  constructor(
    private readonly store: EventStore,
    private readonly commands: Commands,
    private readonly corrections: Corrections,
    private readonly correcting: CorrectBalance,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Does nothing where it is not due, or not any more. */
  async run(correctionId: string): Promise<void> {
    await this.mutex.run('bookings', () =>
      inTransaction(this.store.pool, async (session) => {
        await session.query(`select pg_advisory_xact_lock(hashtextextended('correction ' || $1::text, 0))`, [
          correctionId,
        ]);
        await this.bookWithin(session, correctionId);
      }),
    );
  }

  private async bookWithin(session: SqlSession, correctionId: string): Promise<void> {
    const { state, history } = await this.commands.load(correctionStreams, correctionId, session);
    if (state.status !== 'due') return;
    const metadata = metadataAfter(history.at(-1)!);
    const command = await this.transferred(correctionId, state, metadata);
    const decide = (unit: UnitOfWork) => this.corrections.decide(unit, correctionId, command);
    await this.commands.executeWithin(session, { metadata }, decide);
  }

  private async transferred(
    correctionId: string,
    { request }: DueCorrection,
    metadata: EventMetadata,
  ): Promise<ConfirmBooking | RefuseBooking> {
    const { userId, amountTokens, reason, ticket, corrects } = request;
    const correction = {
      userId,
      amountTokens,
      reason,
      ticket,
      corrects,
      idempotencyKey: correctionTransferKey(correctionId),
    };
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

/** On the request, and by the person, that made it due. */
function metadataAfter({ eventId, metadata }: RecordedEvent): EventMetadata {
  return { ...metadata, causationId: eventId };
}
