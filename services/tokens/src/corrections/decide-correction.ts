import type { Correction } from '@candid/contracts';
import { type EventMetadata, EventStore, sessionOfClient } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { belowZero } from '../ledger/domain/errors.js';
import { BookCorrection } from './book-correction.js';
import { Corrections } from './corrections.js';
import { findCorrection } from './corrections.rows.js';
import { unknownCorrection } from './domain/errors.js';

export interface CorrectionDecision {
  correctionId: string;
  by: string;
  ticket?: string | undefined;
  /** Once per key. */
  idempotencyKey: string;
}

/** What the second person says to a correction that waits. */
@Injectable()
export class DecideCorrection {
  constructor(
    private readonly store: EventStore,
    private readonly corrections: Corrections,
    private readonly booking: BookCorrection,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Throws DomainError NOT_FOUND, FORBIDDEN, and CONFLICT where it was decided, or below zero; then it goes on waiting. */
  async approve(
    { correctionId, ticket, reason, ...rest }: CorrectionDecision & { reason?: string | undefined },
    metadata: EventMetadata,
  ): Promise<Correction> {
    const why = { ...(reason !== undefined && { reason }), ...(ticket !== undefined && { ticket }) };
    await this.corrections.run(correctionId, { type: 'ApproveCorrection', ...rest, ...why, at: this.now() }, metadata);
    await this.booking.run(correctionId);
    const correction = await this.find(correctionId);
    if (correction.state !== 'booked') throw belowZero();
    return correction;
  }

  /** Throws DomainError NOT_FOUND, and CONFLICT where it was decided. */
  async reject(
    { correctionId, ticket, ...rest }: CorrectionDecision & { reason: string },
    metadata: EventMetadata,
  ): Promise<Correction> {
    const why = ticket === undefined ? {} : { ticket };
    await this.corrections.run(correctionId, { type: 'RejectCorrection', ...rest, ...why, at: this.now() }, metadata);
    return this.find(correctionId);
  }

  private async find(correctionId: string): Promise<Correction> {
    const correction = await findCorrection(sessionOfClient(this.store.pool), correctionId);
    if (!correction) throw unknownCorrection();
    return correction;
  }

  private now(): string {
    return this.clock().toISOString();
  }
}
