import type { SqlSession } from '@candid/event-store';

/**
 * Copies whom the owner's profile is for into the rows that the feed offers to that audience first: a page reads many of them until
 * it has found enough.
 */
export async function copyAudience(session: SqlSession, ownerId: string): Promise<void> {
  await session.query(
    `update open_assessment o set seeks_gender = w.seeks_gender, seeks_age_from = w.seeks_age_from,
       seeks_age_to = w.seeks_age_to, owner_gender = w.gender
     from participant w
     where w.user_id = $1::uuid and o.owner_id = w.user_id and o.audience_until is not null`,
    [ownerId],
  );
}

/** What `open_assessment` says of an audience, when everybody gets the assessment. */
export const noAudience =
  'audience_until = null, seeks_gender = null, seeks_age_from = null, seeks_age_to = null, owner_gender = null';

/**
 * Takes assessments that everybody gets by now out of the index of those that only an audience gets, at most `limit`; returns how many.
 * Skips those that the projection is writing: the next sweep finds them.
 */
export async function clearEndedAudiences(session: SqlSession, now: Date, limit: number): Promise<number> {
  const rows = await session.query(
    `update open_assessment set ${noAudience} where assessment_id in (
       select assessment_id from open_assessment where audience_until <= $1::timestamptz
       limit $2::int for update skip locked) returning assessment_id`,
    [now.toISOString(), limit],
  );
  return rows.length;
}
