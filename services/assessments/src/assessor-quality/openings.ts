import { type SqlSession, surroundings, together } from '@candid/event-store';
import { isoTime } from '../kernel/paging.js';
import type { RatingsAccepted, SlotReserved } from '../photo-assessment/events.js';
import type { ProfileRatingAccepted } from '../profile-assessment/profile-assessment.js';

/** One person's photos, or one person's profile, that an assessor has open. */
export interface HeldOpening {
  openingId: string;
  ownerId: string;
  /** Photo assessments that contain the photos; empty for a profile. */
  photoAssessmentIds: string[];
  profileAssessmentId: string | null;
}

interface AssessorOpenings {
  /** Times of reservations and renewals within the last hour, in ISO 8601. */
  openedAt: string[];
  /** Openings that may still have a live slot, oldest first. */
  held: HeldOpening[];
}

/** Locks the assessor's openings until the transaction ends, so that no concurrent request opens more. */
export async function lockOpenings(session: SqlSession, assessorId: string): Promise<AssessorOpenings> {
  await session.query(
    `insert into opening_limits (assessor_id, opened_at, held) values ($1, '[]', '[]') on conflict do nothing`,
    [assessorId],
  );
  const [openings] = await session.query<AssessorOpenings>(
    'select opened_at as "openedAt", held from opening_limits where assessor_id = $1 for update',
    [assessorId],
  );
  return openings!;
}

export async function recordOpenings(
  session: SqlSession,
  assessorId: string,
  { openedAt, held }: AssessorOpenings,
): Promise<void> {
  await session.query('update opening_limits set opened_at = $2::jsonb, held = $3::jsonb where assessor_id = $1', [
    assessorId,
    JSON.stringify(openedAt),
    JSON.stringify(held),
  ]);
}

/** Returns true if the assessor has blocked the owner, or the owner has hidden from the assessor. */
export async function isHiddenBetween(session: SqlSession, assessorId: string, ownerId: string): Promise<boolean> {
  const rows = await session.query('select from hidden_person where assessor_id = $1 and owner_id = $2 limit 1', [
    assessorId,
    ownerId,
  ]);
  return rows.length > 0;
}

/** A photo assessment that an assessor has open. `photoIds` is empty for a gold pair. */
export interface HeldPhotos {
  photoAssessmentId: string;
  photoIds: string[];
}

/** Photo assessments that the assessor has open for this owner; read without a lock. */
export function heldPhotosOf(session: SqlSession, assessorId: string, ownerId: string): Promise<HeldPhotos[]> {
  return session.query<HeldPhotos>(
    `select t.id as "photoAssessmentId", coalesce(a.photo_ids, '[]') as "photoIds"
       from opening_limits l, jsonb_array_elements(l.held) h, jsonb_array_elements_text(h->'photoAssessmentIds') t(id)
       left join photo_assessment a on a.photo_assessment_id = t.id::uuid
      where l.assessor_id = $1 and h->>'ownerId' = $2::text`,
    [assessorId, ownerId],
  );
}

type OpenedSlot = Pick<SlotReserved, 'openingId' | 'assessorId' | 'ownerId' | 'reservedAt' | 'expiresAt'>;

/**
 * Records an opening. A renewal belongs to the same opening and counts as one more slot.
 * @param subjectId a photo assessment, or a round of a profile assessment
 */
export async function open(
  { openingId, assessorId, ownerId, reservedAt, expiresAt }: OpenedSlot,
  subjectId: string,
  kind: 'photos' | 'gold' | 'profile',
  session: SqlSession,
): Promise<void> {
  await session.query(
    `insert into opening as o
       (opening_id, subject_id, assessor_id, owner_id, kind, opened_at, expires_at, slots, is_void)
     values ($1, $2, $3, $4, $5, $6::timestamptz, $7::timestamptz, 1, false)
     on conflict (opening_id, subject_id) do update set expires_at = excluded.expires_at, slots = o.slots + 1`,
    [openingId, subjectId, assessorId, ownerId, kind, reservedAt, expiresAt],
  );
}

/** Records that the assessor left the opening. The opening counts as a skip from `releasedAt` on. */
export async function leave(
  { openingId, assessorId, releasedAt }: { openingId: string; assessorId: string; releasedAt: string },
  session: SqlSession,
): Promise<void> {
  await session.query('update opening set expires_at = $2::timestamptz where opening_id = $1', [openingId, releasedAt]);
  await requestJudging(session, { assessorId, upTo: releasedAt }, `left-${openingId}`);
}

/**
 * Voids unrated openings of one assessor, or of all, so that they do not count as skips. Reasons: the assessment ended
 * or is held, or the assessor no longer has to rate it.
 */
export const voidOpenings = (subjectId: string, session: SqlSession, assessorId: string | null = null) =>
  session.query(
    `update opening set is_void = true
      where subject_id = $1 and ($2::uuid is null or assessor_id = $2::uuid) and rated_at is null`,
    [subjectId, assessorId],
  );

/** Assessor $1 rates subject $2 at time $3: marks the newest unrated opening as rated. Returns its age in seconds. */
const finishSql = `update opening set rated_at = $3::timestamptz
  where subject_id = $2::uuid and opening_id = (select opening_id from opening
    where assessor_id = $1::uuid and subject_id = $2::uuid and rated_at is null order by opened_at desc limit 1)
  returning extract(epoch from $3::timestamptz - opened_at)::float8 as seconds`;

type FinishedProfile = Pick<ProfileRatingAccepted, 'assessorId' | 'assessmentId' | 'acceptedAt'>;

export const finishProfile = ({ assessorId, assessmentId, acceptedAt }: FinishedProfile, session: SqlSession) =>
  session.query(finishSql, [assessorId, assessmentId, acceptedAt]);

/** Records a submission. Each photo gets an equal share of the time since the opening; 0 seconds without an opening. */
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

export const JUDGING_QUEUE = 'judge-assessor';

/** Delay of a judgement: the worker first scores the submission, because an owner waits for the score. */
const DELAY_MS = 1_000;

export interface JudgingPayload {
  assessorId: string;
  /** Time up to which the behaviour is judged, ISO 8601. */
  upTo: string;
}

/** Requests a judgement of the behaviour up to `upTo`, once per `occasion`, unless it has been judged already. */
async function requestJudging(session: SqlSession, payload: JudgingPayload, occasion: string): Promise<void> {
  const { assessorId, upTo } = payload;
  const { correlationId = null, traceparent = null } = surroundings().cause();
  await session.query(
    `insert into work_items (id, queue, payload, available_at, correlation_id, traceparent)
     select $3, $4, $5::jsonb, $6::timestamptz, $7, $8
      where not exists (select from assessor_judgement where assessor_id = $1 and judged_up_to >= $2::timestamptz)
     on conflict (id) do nothing`,
    [
      ...[assessorId, upTo, `${JUDGING_QUEUE}-${assessorId}-${occasion}`, JUDGING_QUEUE, JSON.stringify(payload)],
      ...[new Date(Date.now() + DELAY_MS).toISOString(), correlationId, traceparent],
    ],
  );
}

export async function recordJudging(session: SqlSession, { assessorId, upTo }: JudgingPayload): Promise<void> {
  await session.query(
    `insert into assessor_judgement (assessor_id, judged_up_to) values ($1, $2::timestamptz)
     on conflict (assessor_id) do update
       set judged_up_to = greatest(assessor_judgement.judged_up_to, excluded.judged_up_to)`,
    [assessorId, upTo],
  );
}

/**
 * Requests the judgement of assessors with an expired slot. Later sweeps repeat the request until it is done.
 * @param after an assessor's id; the batch starts after this id
 * @returns the assessors of the batch
 */
export async function requestJudgingOfExpired(
  session: SqlSession,
  now: Date,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const assessors = await session.query<JudgingPayload>(
    `select o.assessor_id as "assessorId", ${isoTime('max(o.expires_at)')} as "upTo" from opening o
      where o.rated_at is null and not o.is_void
        and o.expires_at <= $1::timestamptz and o.expires_at > $1::timestamptz - interval '1 day'
        and o.assessor_id > $3::uuid
      group by o.assessor_id
     having max(o.expires_at) > coalesce(
       (select j.judged_up_to from assessor_judgement j where j.assessor_id = o.assessor_id), '-infinity')
      order by o.assessor_id limit $2::int`,
    [now.toISOString(), limit, after],
  );
  for (const expired of assessors) await requestJudging(session, expired, `expired-${expired.upTo}`);
  return assessors.map(({ assessorId }) => assessorId);
}
