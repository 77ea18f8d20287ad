import type { SqlSession } from '@candid/event-store';
import { requestJudging } from '../assessor-quality/judging.rows.js';
import type { RatingsAccepted, SlotReserved } from '../photo-assessment/domain/events.js';
import type { GeneralRatingAccepted, GroupSlotReserved } from '../profile-assessment/domain/events.js';

interface OpenedSlot {
  openingId: string;
  /** A photo assessment, or a round of a profile assessment. */
  subjectId: string;
  raterId: string;
  ownerId: string;
  kind: 'photos' | 'gold' | 'profile';
  reservedAt: string;
  expiresAt: string;
}

export function openingOf(
  { openingId, testId, assessorId, ownerId, reservedAt, expiresAt }: SlotReserved,
  kind: 'photos' | 'gold',
): OpenedSlot {
  return { openingId, subjectId: testId, raterId: assessorId, ownerId, kind, reservedAt, expiresAt };
}

export function profileOpeningOf(reserved: GroupSlotReserved): OpenedSlot {
  const { openingId, assessmentId: subjectId, assessorId: raterId, ownerId, reservedAt, expiresAt } = reserved;
  return { openingId, subjectId, raterId, ownerId, kind: 'profile', reservedAt, expiresAt };
}

/** A renewal is the same look at the photos, and one slot more. */
export async function open(slot: OpenedSlot, session: SqlSession): Promise<void> {
  const { openingId, subjectId, raterId, ownerId, kind, reservedAt, expiresAt } = slot;
  await session.query(
    `insert into rater_opening as o
       (opening_id, subject_id, rater_id, owner_id, kind, opened_at, expires_at, slots, is_void)
     values ($1, $2, $3, $4, $5, $6::timestamptz, $7::timestamptz, 1, false)
     on conflict (opening_id, subject_id) do update set expires_at = excluded.expires_at, slots = o.slots + 1`,
    [openingId, subjectId, raterId, ownerId, kind, reservedAt, expiresAt],
  );
}

interface Released {
  openingId: string;
  assessorId: string;
  releasedAt: string;
}

/** Left for others: a skip from this moment on. */
export async function leave({ openingId, assessorId, releasedAt }: Released, session: SqlSession): Promise<void> {
  await session.query('update rater_opening set expires_at = $2::timestamptz where opening_id = $1', [
    openingId,
    releasedAt,
  ]);
  await requestJudging(session, { raterId: assessorId, upTo: releasedAt }, `left-${openingId}`);
}

/** Its owner took it back: nobody skipped it. */
export async function voidOpenings(subjectId: string, session: SqlSession): Promise<void> {
  await session.query('update rater_opening set is_void = true where subject_id = $1 and rated_at is null', [
    subjectId,
  ]);
}

/** @returns the milliseconds since the newest opening, live or not; 0 where there was none */
async function finish(raterId: string, subjectId: string, at: string, session: SqlSession): Promise<number> {
  const [row] = await session.query<{ ms: number }>(
    `update rater_opening set rated_at = $3::timestamptz
      where subject_id = $2 and opening_id = (select opening_id from rater_opening
        where rater_id = $1 and subject_id = $2 and rated_at is null order by opened_at desc limit 1)
     returning extract(epoch from $3::timestamptz - opened_at)::float8 * 1000 as ms`,
    [raterId, subjectId, at],
  );
  return Number(row?.ms ?? 0);
}

export async function evaluate(accepted: GeneralRatingAccepted, session: SqlSession): Promise<void> {
  const { raterId, assessmentId, acceptedAt } = accepted;
  await finish(raterId, assessmentId, acceptedAt, session);
}

/** Photos that were submitted at once share the time since they were opened; it is 0 where they never were. */
export async function rate(accepted: RatingsAccepted, goldRight: boolean | null, session: SqlSession): Promise<void> {
  const { submissionId, raterId, testId, acceptedAt, ratings, photosTogether } = accepted;
  const wholeMs = await finish(raterId, testId, acceptedAt, session);
  const seconds = (wholeMs / 1_000) * (ratings.length / photosTogether);
  const scores = ratings.flatMap(({ score }) => (score === null ? [] : [score]));
  await session.query(
    `insert into rater_submission
       (submission_id, rater_id, test_id, accepted_at, seconds, photos, scores, gold_right, gold_ratings)
     values ($1, $2, $3, $4::timestamptz, $5::float8, $6::int, $7::int[], $8::boolean, $9::jsonb)`,
    [
      ...[submissionId, raterId, testId, acceptedAt, seconds, ratings.length, `{${scores.join(',')}}`],
      ...[goldRight, goldRight === null ? null : JSON.stringify(ratings)],
    ],
  );
  await requestJudging(session, { raterId, upTo: acceptedAt }, submissionId);
}
