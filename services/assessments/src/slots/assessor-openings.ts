import { type SqlSession, together } from '@candid/event-store';
import { requestJudging } from '../assessor-quality/judging.rows.js';
import type { RatingsAccepted, SlotReserved } from '../photo-assessment/domain/events.js';
import type { ProfileRatingAccepted, ProfileSlotReserved } from '../profile-assessment/domain/events.js';

interface OpenedSlot {
  openingId: string;
  /** Id of a photo assessment, or of a round of a profile assessment. */
  subjectId: string;
  assessorId: string;
  ownerId: string;
  kind: 'photos' | 'gold' | 'profile';
  reservedAt: string;
  expiresAt: string;
}

export function openingOf(
  { openingId, photoAssessmentId, assessorId, ownerId, reservedAt, expiresAt }: SlotReserved,
  kind: 'photos' | 'gold',
): OpenedSlot {
  return { openingId, subjectId: photoAssessmentId, assessorId, ownerId, kind, reservedAt, expiresAt };
}

export function profileOpeningOf(reserved: ProfileSlotReserved): OpenedSlot {
  const { openingId, assessmentId: subjectId, assessorId, ownerId, reservedAt, expiresAt } = reserved;
  return { openingId, subjectId, assessorId, ownerId, kind: 'profile', reservedAt, expiresAt };
}

/** Records an opening. A renewal belongs to the same opening and counts as one more slot. */
export async function open(slot: OpenedSlot, session: SqlSession): Promise<void> {
  const { openingId, subjectId, assessorId, ownerId, kind, reservedAt, expiresAt } = slot;
  await session.query(
    `insert into opening as o
       (opening_id, subject_id, assessor_id, owner_id, kind, opened_at, expires_at, slots, is_void)
     values ($1, $2, $3, $4, $5, $6::timestamptz, $7::timestamptz, 1, false)
     on conflict (opening_id, subject_id) do update set expires_at = excluded.expires_at, slots = o.slots + 1`,
    [openingId, subjectId, assessorId, ownerId, kind, reservedAt, expiresAt],
  );
}

interface Released {
  openingId: string;
  assessorId: string;
  releasedAt: string;
}

/** Records that the assessor left the opening, which counts as a skip from `releasedAt` on. */
export async function leave({ openingId, assessorId, releasedAt }: Released, session: SqlSession): Promise<void> {
  await session.query('update opening set expires_at = $2::timestamptz where opening_id = $1', [openingId, releasedAt]);
  await requestJudging(session, { assessorId, upTo: releasedAt }, `left-${openingId}`);
}

/** Voids unrated openings, because the owner ended the assessment or it is held: they do not count as skips. */
export async function voidOpenings(subjectId: string, session: SqlSession): Promise<void> {
  await session.query('update opening set is_void = true where subject_id = $1 and rated_at is null', [subjectId]);
}

/** Marks the assessor's ($1) newest unrated opening of a subject ($2) as rated at $3. Returns the seconds since it was opened, live or not. */
const finishSql = `update opening set rated_at = $3::timestamptz
  where subject_id = $2::uuid and opening_id = (select opening_id from opening
    where assessor_id = $1::uuid and subject_id = $2::uuid and rated_at is null order by opened_at desc limit 1)
  returning extract(epoch from $3::timestamptz - opened_at)::float8 as seconds`;

/** Voids the unrated openings of an assessor who need not rate any more: they do not count as skips. */
export async function voidOpeningOf(assessorId: string, subjectId: string, session: SqlSession): Promise<void> {
  await session.query(
    'update opening set is_void = true where assessor_id = $1 and subject_id = $2 and rated_at is null',
    [assessorId, subjectId],
  );
}

type FinishedProfile = Pick<ProfileRatingAccepted, 'assessorId' | 'assessmentId' | 'acceptedAt'>;

export async function finishProfile(accepted: FinishedProfile, session: SqlSession): Promise<void> {
  const { assessorId, assessmentId, acceptedAt } = accepted;
  await session.query(finishSql, [assessorId, assessmentId, acceptedAt]);
}

/**
 * Records a submission. All photos submitted together share the time since their opening equally; it is 0 without an
 * opening.
 */
export async function rate(accepted: RatingsAccepted, goldRight: boolean | null, session: SqlSession): Promise<void> {
  const { submissionId, assessorId, photoAssessmentId, acceptedAt, ratings, uncounted = [], photosTogether } = accepted;
  const given = [...ratings, ...uncounted];
  const kept = goldRight === null ? uncounted : given;
  const recorded = session.query(
    `with finished as (${finishSql})
     insert into assessor_submission
       (submission_id, assessor_id, photo_assessment_id, accepted_at, seconds, photos, scores, gold_right, uncounted_ratings)
     select $4::uuid, $1::uuid, $2::uuid, $3::timestamptz, coalesce((select max(seconds) from finished), 0) * $5::float8 / $6::float8,
       $5::int, coalesce((select array_agg(c.score order by c.photo_id) from rating_content c
         where c.submission_id = $4::uuid and c.score is not null), '{}'), $7::boolean, $8::jsonb`,
    [
      ...[assessorId, photoAssessmentId, acceptedAt, submissionId, given.length, photosTogether],
      ...[goldRight, kept.length === 0 ? null : JSON.stringify(kept)],
    ],
  );
  await together(recorded, requestJudging(session, { assessorId, upTo: acceptedAt }, submissionId));
}
