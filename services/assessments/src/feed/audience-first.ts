import type { SqlSession } from '@candid/event-store';
import { audienceOf, hasAudience, isOfAudience } from '../participants/audience.sql.js';

/** Columns of `open_assessment` that describe the audience to which an assessment is offered first. */
export const audienceColumns = 'audience_until, seeks_gender, seeks_age_from, seeks_age_to, owner_gender';

/** SQL for `audienceColumns`. An owner without an audience has no row: the assessment is offered to everybody. */
export const audienceNow = (until: string, ownerId: string): string =>
  `select ${until} as audience_until, w.seeks_gender, w.seeks_age_from, w.seeks_age_to, w.gender as owner_gender
   from participant w where w.user_id = ${ownerId} and ${until} is not null and ${hasAudience(audienceOf('w'))}`;

const ofAlias = (alias: string): string => audienceColumns.replaceAll(/(\w+)/g, `${alias}.$1`);

/**
 * Updates outdated `audienceColumns` in at most `limit` rows; returns the number of rows. Skips rows that the
 * projection has locked: the next sweep updates them.
 */
export async function refreshAudiences(session: SqlSession, now: Date, limit: number): Promise<number> {
  const rows = await session.query(
    `with behind as (
       select o.assessment_id, ${ofAlias('a')}
       from audience_first f join open_assessment o using (assessment_id)
         left join lateral (${audienceNow('f.until', 'o.owner_id')}) a on true
       where f.until > $1::timestamptz and (${ofAlias('o')}) is distinct from (${ofAlias('a')})
       limit $2::int for update of o skip locked)
     update open_assessment o set (${audienceColumns}) = (${ofAlias('b')})
     from behind b where o.assessment_id = b.assessment_id returning o.assessment_id`,
    [now.toISOString(), limit],
  );
  return rows.length;
}

export const noAudience = `(${audienceColumns}) = (null, null, null, null, null)`;

/** Clears `audienceColumns` in at most `limit` rows whose time for the audience is over; returns the number of rows. */
export async function clearEndedAudiences(session: SqlSession, now: Date, limit: number): Promise<number> {
  const rows = await session.query(
    `update open_assessment set ${noAudience} where assessment_id in (
       select assessment_id from open_assessment where audience_until <= $1::timestamptz
       limit $2::int for update skip locked) returning assessment_id`,
    [now.toISOString(), limit],
  );
  return rows.length;
}

/** SQL that is true if assessment `o` is offered to every assessor at time $2, not only to its audience. */
export const isForEverybody = '(o.audience_until is null or o.audience_until <= $2::timestamptz)';

/** SQL for one column of the description that counts for assessor $1 at time $2. It is evaluated once per statement. */
const ownDescription = (column: string): string => `(select case when a.description_counts_from > $2::timestamptz
  then a.counting_${column} else a.${column} end from participant a where a.user_id = $1::uuid)`;

/** SQL that is true if assessor $1 belongs, at time $2, to the audience of assessment `o`. */
export const matchesAudience = isOfAudience(
  {
    gender: ownDescription('gender'),
    interestedIn: ownDescription('interested_in'),
    bornFrom: ownDescription('born_from'),
  },
  { ...audienceOf('o'), gender: 'o.owner_gender' },
  '$2::timestamptz',
);
