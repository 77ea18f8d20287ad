import { Database } from '@candid/platform/orm';
import { Injectable } from '@nestjs/common';
import { GoldShowings } from '../assessor-quality/gold-showings.js';
import { heldPhotosOf } from '../assessor-quality/openings.js';
import { Participants } from '../participants/participants.rows.js';

/**
 * Loads the assessor, the person's photo assessments that the assessor has open, and the gold pair that the person
 * stands for, if any. Openings and submissions use this.
 */
@Injectable()
export class PersonToRate {
  constructor(
    private readonly participants: Participants,
    private readonly showings: GoldShowings,
    private readonly database: Database,
  ) {}

  /** @throws DomainError FORBIDDEN, ASSESSOR_PAUSED */
  async of(assessorId: string, ownerId: string, now: Date) {
    const [assessor, held, showing] = await Promise.all([
      this.participants.requireActiveAssessor(assessorId, ownerId),
      heldPhotosOf(this.database, assessorId, ownerId),
      this.showings.ofOwner(assessorId, ownerId, now),
    ]);
    return { assessor, held, showing };
  }
}
