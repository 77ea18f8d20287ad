import type { Projection, RecordedEvent, SqlSession } from '@candid/event-store';
import { sessionOf } from '@candid/platform/orm';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ASSESSORS_PROJECTION } from '../kernel/own-writes.js';
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

const EVENT_TYPES = [
  'SlotReserved',
  'GoldSlotReserved',
  'ProfileSlotReserved',
  'SlotReleased',
  'GoldSlotReleased',
  'ProfileSlotReleased',
  'GoldRatingsAccepted',
  'GoldPairRegistered',
  'RatingsAccepted',
  'AssessedPhotoEnded',
  'AssessedPhotoHeld',
  'AssessorExcused',
  'ProfileRoundHeld',
  'ProfileAssessorExcused',
  'UncountedProfileRatingAccepted',
  'ProfileRatingAccepted',
  'ProfileRoundEnded',
  'AssessorWarned',
  'AssessorRecovered',
  'AssessorPaused',
  'PauseAppealed',
  'AssessorReinstated',
] as const;
/** A case of another type does not compile: it would never be given. */
type Concerning = Extract<
  PhotoAssessmentEvent | ProfileEvent | AssessorEvent | GoldEvent,
  { type: (typeof EVENT_TYPES)[number] }
>;

/**
 * How assessors behave, and what became of them. An event is applied once: rows and checkpoint are one transaction, and with
 * them the wish for a judgement, which a rebuild does not repeat for what has been judged.
 */
@Injectable()
export class AssessorsProjection implements Projection<EntityManager> {
  readonly name = ASSESSORS_PROJECTION;
  readonly tables = ['opening', 'assessor_submission', 'assessor_standing', 'gold_pair'];
  readonly eventTypes = EVENT_TYPES;

  async apply(recorded: RecordedEvent, em: EntityManager): Promise<void> {
    const session = sessionOf(em);
    const event = recorded as unknown as Concerning;
    switch (event.type) {
      case 'SlotReserved':
        return open(openingOf(event.data, 'photos'), session);
      case 'GoldSlotReserved':
        return open(openingOf(event.data, 'gold'), session);
      case 'ProfileSlotReserved':
        return open(profileOpeningOf(event.data), session);
      case 'SlotReleased':
      case 'GoldSlotReleased':
      case 'ProfileSlotReleased':
        return leave(event.data, session);
      case 'ProfileRatingAccepted':
      case 'UncountedProfileRatingAccepted':
        return finishProfile(event.data, session);
      case 'RatingsAccepted':
        return rate(event.data, null, session);
      case 'GoldRatingsAccepted':
        return rate(event.data, event.data.isRight, session);
      case 'GoldPairRegistered': {
        const { goldId, ownerId, finePhotoId, badPhotoId, registeredAt } = event.data;
        await session.query(
          'insert into gold_pair (gold_id, owner_id, fine_photo_id, bad_photo_id, registered_at) values ($1, $2, $3, $4, $5)',
          [goldId, ownerId, finePhotoId, badPhotoId, registeredAt],
        );
        return;
      }
      case 'AssessorExcused':
        return voidOpeningOf(event.data.assessorId, event.data.photoAssessmentId, session);
      case 'ProfileAssessorExcused':
        return voidOpeningOf(event.data.assessorId, event.data.assessmentId, session);
      case 'AssessedPhotoHeld':
      case 'AssessedPhotoEnded':
        // The owner ended it or the photo is held, so the assessor did not skip it.
        return voidOpenings(event.data.photoAssessmentId, session);
      case 'ProfileRoundHeld':
      case 'ProfileRoundEnded':
        return voidOpenings(event.data.assessmentId, session);
      case 'AssessorWarned':
        return stand(session, { ...event.data, standing: 'warned', since: event.data.warnedAt });
      case 'AssessorPaused':
        return stand(session, { ...event.data, standing: 'paused', since: event.data.pausedAt });
      case 'AssessorRecovered':
        return stand(session, { ...event.data, standing: 'good', since: event.data.recoveredAt });
      case 'AssessorReinstated': {
        const { assessorId, reinstatedAt: since } = event.data;
        return stand(session, { assessorId, standing: 'good', since });
      }
      case 'PauseAppealed': {
        const { assessorId, appealedAt } = event.data;
        await session.query('update assessor_standing set appealed_at = $2::timestamptz where assessor_id = $1', [
          assessorId,
          appealedAt,
        ]);
      }
    }
  }
}

interface Standing {
  assessorId: string;
  standing: 'good' | 'warned' | 'paused';
  signal?: string;
  since: string;
}

async function stand(session: SqlSession, { assessorId, standing, signal, since }: Standing): Promise<void> {
  await session.query(
    `insert into assessor_standing (assessor_id, standing, signal, since) values ($1, $2, $3, $4::timestamptz)
     on conflict (assessor_id) do update set standing = excluded.standing, signal = excluded.signal,
       since = excluded.since, appealed_at = null`,
    [assessorId, standing, signal ?? null, since],
  );
}
