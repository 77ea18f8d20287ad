import type { Projection, RecordedEvent, SqlSession } from '@candid/event-store';
import { sessionOf } from '@candid/platform/orm';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ASSESSORS_PROJECTION } from '../kernel/own-writes.js';
import { type Reactions, react } from '../kernel/reactions.js';
import type { PhotoAssessmentEvent } from '../photo-assessment/events.js';
import type { ProfileEvent } from '../profile-assessment/profile-assessment.js';
import type { AssessorEvent } from './assessor.js';
import type { GoldEvent } from './gold.js';
import {
  finishProfile,
  leave,
  open,
  openingOf,
  profileOpeningOf,
  rate,
  voidOpeningOf,
  voidOpenings,
} from './openings.js';

const reactions: Reactions<PhotoAssessmentEvent | ProfileEvent | AssessorEvent | GoldEvent> = {
  SlotReserved: (reserved, session) => open(openingOf(reserved, 'photos'), session),
  GoldSlotReserved: (reserved, session) => open(openingOf(reserved, 'gold'), session),
  ProfileSlotReserved: (reserved, session) => open(profileOpeningOf(reserved), session),
  SlotReleased: leave,
  GoldSlotReleased: leave,
  ProfileSlotReleased: leave,
  ProfileRatingAccepted: finishProfile,
  UncountedProfileRatingAccepted: finishProfile,
  RatingsAccepted: (accepted, session) => rate(accepted, null, session),
  GoldRatingsAccepted: (accepted, session) => rate(accepted, accepted.isRight, session),
  GoldPairRegistered: async ({ goldId, ownerId, finePhotoId, badPhotoId, registeredAt }, session) => {
    await session.query(
      'insert into gold_pair (gold_id, owner_id, fine_photo_id, bad_photo_id, registered_at) values ($1, $2, $3, $4, $5)',
      [goldId, ownerId, finePhotoId, badPhotoId, registeredAt],
    );
  },
  AssessorExcused: ({ assessorId, photoAssessmentId }, session) =>
    voidOpeningOf(assessorId, photoAssessmentId, session),
  ProfileAssessorExcused: ({ assessorId, assessmentId }, session) => voidOpeningOf(assessorId, assessmentId, session),
  // The owner ended it or the photo is held, so the assessor did not skip it.
  AssessedPhotoHeld: ({ photoAssessmentId }, session) => voidOpenings(photoAssessmentId, session),
  AssessedPhotoEnded: ({ photoAssessmentId }, session) => voidOpenings(photoAssessmentId, session),
  ProfileRoundHeld: ({ assessmentId }, session) => voidOpenings(assessmentId, session),
  ProfileRoundEnded: ({ assessmentId }, session) => voidOpenings(assessmentId, session),
  AssessorWarned: ({ assessorId, signal, warnedAt: since }, session) =>
    stand({ assessorId, standing: 'warned', signal, since }, session),
  AssessorPaused: ({ assessorId, signal, pausedAt: since }, session) =>
    stand({ assessorId, standing: 'paused', signal, since }, session),
  AssessorRecovered: ({ assessorId, recoveredAt: since }, session) =>
    stand({ assessorId, standing: 'good', since }, session),
  AssessorReinstated: ({ assessorId, reinstatedAt: since }, session) =>
    stand({ assessorId, standing: 'good', since }, session),
  PauseAppealed: async ({ assessorId, appealedAt }, session) => {
    await session.query('update assessor_standing set appealed_at = $2::timestamptz where assessor_id = $1', [
      assessorId,
      appealedAt,
    ]);
  },
};

/**
 * How assessors behave, and what became of them. An event is applied once: rows and checkpoint are one transaction, and with
 * them the wish for a judgement, which a rebuild does not repeat for what has been judged.
 */
@Injectable()
export class AssessorsProjection implements Projection<EntityManager> {
  readonly name = ASSESSORS_PROJECTION;
  readonly tables = ['opening', 'assessor_submission', 'assessor_standing', 'gold_pair'];
  readonly eventTypes = Object.keys(reactions);

  apply(event: RecordedEvent, em: EntityManager): Promise<void> {
    return react(reactions, event, sessionOf(em));
  }
}

interface Standing {
  assessorId: string;
  standing: 'good' | 'warned' | 'paused';
  signal?: string;
  since: string;
}

async function stand({ assessorId, standing, signal, since }: Standing, session: SqlSession): Promise<void> {
  await session.query(
    `insert into assessor_standing (assessor_id, standing, signal, since) values ($1, $2, $3, $4::timestamptz)
     on conflict (assessor_id) do update set standing = excluded.standing, signal = excluded.signal,
       since = excluded.since, appealed_at = null`,
    [assessorId, standing, signal ?? null, since],
  );
}
