import {
  type EventMetadata,
  EventStore,
  inTransaction,
  type RecordedEvent,
  type SqlSession,
} from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import type { ConfirmBooking, RefuseBooking } from '../domain/correction/commands.js';
import type { CorrectionState } from '../domain/correction/state.js';
import { BelowZeroError } from '../domain/ledger/errors.js';
import { CLOCK, type Clock } from './clock.js';
import { CorrectBalance } from './correct-balance.js';
import { Corrections } from './corrections.js';

export const correctionTransferKey = (correctionId: string): string => `correction:${correctionId}`;

type DueCorrection = Extract<CorrectionState, { status: 'due' }>;

/**
 * Books a correction that is due. The transfer's id is made of the correction's, so that whoever does it again, after a
 * crash too, finds it done. One at a time for each correction, for a refusal must not overtake another's booking; by an
 * advisory lock, because a row lock would keep every reader of events waiting for the ledger.
 */
@Injectable()
export class BookCorrection {
  /** One at a time in this process: each holds a connection while it waits for the ledger. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    @Inject(EventStore) private readonly store: EventStore,
    @Inject(Corrections) private readonly corrections: Corrections,
    @Inject(CorrectBalance) private readonly correcting: CorrectBalance,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Does nothing where it is not due, or not any more. */
  async run(correctionId: string): Promise<void> {
    const turn = () => this.book(correctionId);
    const booked = this.last.then(turn, turn);
    this.last = booked;
    this.corrections.announce(await booked);
  }

  private book(correctionId: string): Promise<RecordedEvent | undefined> {
    return inTransaction(this.store.pool, async (session) => {
      await session.query(`select pg_advisory_xact_lock(hashtextextended('correction ' || $1::text, 0))`, [
        correctionId,
      ]);
      return this.bookWithin(session, correctionId);
    });
  }

  private async bookWithin(session: SqlSession, correctionId: string): Promise<RecordedEvent | undefined> {
    const { state, history } = await this.corrections.loadWithin(session, correctionId);
    if (state.status !== 'due') return undefined;
    const metadata = metadataAfter(history.at(-1)!);
    const command = await this.transferred(correctionId, state, metadata);
    return (await this.corrections.runWithin(session, correctionId, command, metadata)).event;
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
