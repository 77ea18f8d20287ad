import type { Projection, RecordedEvent, SqlSession } from '@candid/event-store';
import { sessionOf } from '@candid/platform/orm';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Choice, Comment } from '../catalogue/catalogue.js';
import { PROFILE_ASSESSMENTS_PROJECTION } from '../kernel/own-writes.js';
import { type Reactions, react } from '../kernel/reactions.js';
import type { OwnerEvent } from '../owner/owner.js';
import type {
  ProfileEvent,
  ProfileRatingAccepted,
  ProfileRoundStarted,
  ProfileSlotReserved,
} from './profile-assessment.js';

const reactions: Reactions<ProfileEvent | OwnerEvent> = {
  ProfileRoundStarted: start,
  ProfileSlotReserved: reserve,
  ProfileSlotReleased: releaseSlot,
  ProfileRatingAccepted: accept,
  UncountedProfileRatingAccepted: releaseSlot,
  ProfileAssessorExcused: releaseSlot,
  ProfileRoundHeld: hold,
  ProfileRoundReleased: ({ assessmentId, photoId }, session) =>
    session.query(updateRound('held_photo_ids = held_photo_ids - $2::text'), [assessmentId, photoId]),
  ProfilePhotoScreened: ({ assessmentId, photoId }, session) =>
    session.query(updateRound('unscreened_photo_ids = unscreened_photo_ids - $2::text'), [assessmentId, photoId]),
  ProfileRoundExtended: resize,
  ProfileRoundShrunk: resize,
  ProfileCommentsChosen: ({ assessmentId, commentsSelected }, session) =>
    session.query(updateRound('comments_selected = $2::jsonb'), [assessmentId, JSON.stringify(commentsSelected)]),
  ProfileRoundCompleted: ({ assessmentId }, session) => close(assessmentId, 'completed', session),
  ProfileRoundEnded: ({ assessmentId }, session) => close(assessmentId, 'ended', session),
  ProfileRoundConfirmed: ({ assessmentId }, session) =>
    session.query(updateRound('has_confirmed = true'), [assessmentId]),
  PhotoForgotten: forget,
};

function updateRound(assignment: string): string {
  return `update profile_assessment set ${assignment} where assessment_id = $1`;
}

/** Applies each event once: one transaction writes rows and checkpoint. Times come from the events, never from the clock. */
@Injectable()
export class ProfileAssessmentsProjection implements Projection<EntityManager> {
  readonly name = PROFILE_ASSESSMENTS_PROJECTION;
  readonly tables = ['profile_assessment', 'profile_rating', 'profile_slot'];
  readonly eventTypes = Object.keys(reactions);

  apply(event: RecordedEvent, em: EntityManager): Promise<void> {
    return react(reactions, event, sessionOf(em));
  }
}

/** Replaces the previous round. Ratings of earlier rounds stay with the profile assessment. */
async function start(started: ProfileRoundStarted, session: SqlSession): Promise<void> {
  const { profileAssessmentId, ownerId, photoIds, assessmentId, testLimit, commentsSelected, commentsRequired } =
    started;
  await session.query(
    `insert into profile_assessment (profile_assessment_id, owner_id, photo_ids, assessment_id, status, has_confirmed, test_limit,
       original_number, test_times_rated, comments_selected, comments_required, started_at, created_at, unscreened_photo_ids)
     values ($1, $2, $3::jsonb, $4, 'running', false, $5::int, $5::int, 0, $6::jsonb, $7, $8::timestamptz, $8::timestamptz,
       $9::jsonb)
     on conflict (profile_assessment_id) do update set assessment_id = excluded.assessment_id, status = 'running',
       has_confirmed = false, test_limit = excluded.test_limit, original_number = excluded.original_number,
       test_times_rated = 0, comments_selected = excluded.comments_selected,
       comments_required = excluded.comments_required, started_at = excluded.started_at, held_photo_ids = '[]',
       unscreened_photo_ids = excluded.unscreened_photo_ids`,
    [
      ...[profileAssessmentId, ownerId, JSON.stringify(photoIds), assessmentId, testLimit],
      ...[JSON.stringify(commentsSelected), commentsRequired, started.startedAt],
      JSON.stringify(started.unscreenedPhotoIds ?? []),
    ],
  );
}

async function reserve({ assessmentId, assessorId, reservedAt, expiresAt }: ProfileSlotReserved, session: SqlSession) {
  const forgetExpired = 'delete from profile_slot where assessment_id = $1 and expires_at <= $2::timestamptz';
  await session.query(forgetExpired, [assessmentId, reservedAt]);
  await session.query(
    `insert into profile_slot (assessment_id, assessor_id, expires_at) values ($1, $2, $3::timestamptz)
     on conflict (assessment_id, assessor_id) do update set expires_at = excluded.expires_at`,
    [assessmentId, assessorId, expiresAt],
  );
}

async function accept(accepted: ProfileRatingAccepted, session: SqlSession): Promise<void> {
  const { submissionId, profileAssessmentId, assessmentId, ownerId, assessorId, comments, acceptedAt } = accepted;
  await session.query(updateRound('test_times_rated = test_times_rated + 1'), [assessmentId]);
  await releaseSlot({ assessmentId, assessorId }, session);
  await session.query(
    `insert into profile_rating (submission_id, profile_assessment_id, assessment_id, owner_id, assessor_id, comments, accepted_at)
     values ($1, $2, $3, $4, $5, $6::jsonb, $7::timestamptz)`,
    [submissionId, profileAssessmentId, assessmentId, ownerId, assessorId, JSON.stringify(comments), acceptedAt],
  );
}

function releaseSlot({ assessmentId, assessorId }: { assessmentId: string; assessorId: string }, session: SqlSession) {
  const sql = 'delete from profile_slot where assessment_id = $1 and assessor_id = $2';
  return session.query(sql, [assessmentId, assessorId]);
}

async function hold({ assessmentId, photoId }: { assessmentId: string; photoId: string }, session: SqlSession) {
  await session.query(updateRound('held_photo_ids = held_photo_ids || to_jsonb($2::text)'), [assessmentId, photoId]);
  await session.query('delete from profile_slot where assessment_id = $1', [assessmentId]);
}

/** Removes a photo. A profile assessment without photos is deleted together with its ratings. */
async function forget({ ownerId, photoId }: { ownerId: string; photoId: string }, session: SqlSession): Promise<void> {
  const remove = 'update profile_assessment set photo_ids = photo_ids - $2::text where owner_id = $1';
  await session.query(remove, [ownerId, photoId]);
  const gone = await session.query<{ profile_assessment_id: string }>(
    `delete from profile_assessment where owner_id = $1 and photo_ids = '[]' returning profile_assessment_id`,
    [ownerId],
  );
  for (const { profile_assessment_id: profileAssessmentId } of gone) {
    await session.query('delete from profile_rating where profile_assessment_id = $1', [profileAssessmentId]);
  }
}

function resize({ assessmentId, testLimit }: { assessmentId: string; testLimit: number }, session: SqlSession) {
  return session.query(updateRound('test_limit = $2'), [assessmentId, testLimit]);
}

async function close(assessmentId: string, status: 'completed' | 'ended', session: SqlSession): Promise<void> {
  const sql = updateRound("status = $2, has_confirmed = has_confirmed or $2 = 'ended'");
  await session.query(sql, [assessmentId, status]);
  await session.query('delete from profile_slot where assessment_id = $1', [assessmentId]);
}

export interface ProfileAssessmentRow {
  profileAssessmentId: string;
  ownerId: string;
  photoIds: string[];
  status: 'running' | 'completed' | 'ended';
  hasConfirmed: boolean;
  testLimit: number;
  /** Limit that the round started with. */
  originalNumber: number;
  testTimesRated: number;
  commentsSelected: Choice[];
  commentsRequired: number;
  startedAt: Date;
  createdAt: Date;
}

export const profileAssessmentColumns = `profile_assessment_id as "profileAssessmentId", owner_id as "ownerId", photo_ids as "photoIds",
  status, has_confirmed as "hasConfirmed", test_limit as "testLimit", original_number as "originalNumber",
  test_times_rated as "testTimesRated", comments_selected as "commentsSelected", comments_required as "commentsRequired",
  started_at as "startedAt", created_at as "createdAt"`;

export interface ProfileRatingRow {
  submissionId: string;
  profileAssessmentId: string;
  comments: Comment[];
  acceptedAt: Date;
}

export const profileRatingColumns = `submission_id as "submissionId", profile_assessment_id as "profileAssessmentId", comments,
  accepted_at as "acceptedAt"`;
