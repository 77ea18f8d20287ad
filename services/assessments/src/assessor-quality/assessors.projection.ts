import type { StandingName } from '@candid/contracts';
import type { Projection, RecordedEvent, SqlSession } from '@candid/event-store';
import { sessionOf } from '@candid/platform/orm';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ASSESSORS_PROJECTION } from '../kernel/own-writes.js';
import { type Reactions, react } from '../kernel/reactions.js';
import type { Signal } from '../participants/signals.js';
import type { PhotoAssessmentEvent } from '../photo-assessment/events.js';
import type { ProfileEvent } from '../profile-assessment/profile-assessment.js';
import type { AssessorEvent } from './assessor.js';
import type { GoldEvent } from './gold.js';
import { finishProfile, leave, open, rate, voidOpenings } from './openings.js';

const reactions: Reactions<PhotoAssessmentEvent | ProfileEvent | AssessorEvent | GoldEvent> = {
  SlotReserved: (slot, session) => open(slot, slot.photoAssessmentId, 'photos', session),
  GoldSlotReserved: (slot, session) => open(slot, slot.photoAssessmentId, 'gold', session),
  ProfileSlotReserved: (slot, session) => open(slot, slot.assessmentId, 'profile', session),
  SlotReleased: leave,
  GoldSlotReleased: leave,
  ProfileSlotReleased: leave,
  ProfileRatingAccepted: finishProfile,
  UncountedProfileRatingAccepted: finishProfile,
  RatingsAccepted: (accepted, session) => rate(accepted, null, session),
  GoldRatingsAccepted: (accepted, session) => rate(accepted, accepted.isRight, session),
  GoldPairRegistered: ({ goldId, ownerId, finePhotoId, badPhotoId, registeredAt, isForTrials = false }, session) =>
    session.query(
      `insert into gold_pair (gold_id, owner_id, fine_photo_id, bad_photo_id, registered_at, is_for_trials)
       values ($1, $2, $3, $4, $5, $6)`,
      [goldId, ownerId, finePhotoId, badPhotoId, registeredAt, isForTrials],
    ),
  AssessorExcused: ({ assessorId, photoAssessmentId }, session) => voidOpenings(photoAssessmentId, session, assessorId),
  ProfileAssessorExcused: ({ assessorId, assessmentId }, session) => voidOpenings(assessmentId, session, assessorId),
  AssessedPhotoHeld: ({ photoAssessmentId }, session) => voidOpenings(photoAssessmentId, session),
  AssessedPhotoEnded: ({ photoAssessmentId }, session) => voidOpenings(photoAssessmentId, session),
  ProfileRoundHeld: ({ assessmentId }, session) => voidOpenings(assessmentId, session),
  ProfileRoundEnded: ({ assessmentId }, session) => voidOpenings(assessmentId, session),
  AssessorWarned: ({ assessorId, signal, warnedAt }, session) => stand(assessorId, 'warned', signal, warnedAt, session),
  AssessorPaused: ({ assessorId, signal, pausedAt }, session) => stand(assessorId, 'paused', signal, pausedAt, session),
  AssessorRecovered: ({ assessorId, recoveredAt }, session) => stand(assessorId, 'good', null, recoveredAt, session),
  AssessorReinstated: ({ assessorId, reinstatedAt }, session) => stand(assessorId, 'good', null, reinstatedAt, session),
  PauseAppealed: ({ assessorId, appealedAt }, session) =>
    session.query('update assessor_standing set appealed_at = $2::timestamptz where assessor_id = $1', [
      assessorId,
      appealedAt,
    ]),
};

/** One transaction writes rows, checkpoint and the request for a judgement. A rebuild does not repeat the request. */
@Injectable()
export class AssessorsProjection implements Projection<EntityManager> {
  readonly name = ASSESSORS_PROJECTION;
  readonly tables = ['opening', 'assessor_submission', 'assessor_standing', 'gold_pair'];
  readonly eventTypes = Object.keys(reactions);

  apply(event: RecordedEvent, em: EntityManager): Promise<void> {
    return react(reactions, event, sessionOf(em));
  }
}

const stand = (assessorId: string, standing: StandingName, signal: Signal | null, since: string, session: SqlSession) =>
  session.query(
    `insert into assessor_standing (assessor_id, standing, signal, since) values ($1, $2, $3, $4::timestamptz)
     on conflict (assessor_id) do update set standing = excluded.standing, signal = excluded.signal,
       since = excluded.since, appealed_at = null`,
    [assessorId, standing, signal, since],
  );
