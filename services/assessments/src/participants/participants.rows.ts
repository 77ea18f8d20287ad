import type { ProfileAudience, ScorePreferences, SelfDescription } from '@candid/contracts';
import { DomainError, type SqlSession } from '@candid/event-store';
import { Database } from '@candid/platform/orm';
import { Injectable } from '@nestjs/common';
import { pauseText, type Signal } from './signals.js';

/** Each fact has its own columns, so that the facts may arrive in any order. */
export async function recordApproval(session: SqlSession, userId: string, approvedAt: string): Promise<void> {
  await session.query(
    `insert into participant (user_id, is_approved, approved_at) values ($1, true, $2::timestamptz)
     on conflict (user_id) do update set is_approved = true, approved_at = excluded.approved_at`,
    [userId, approvedAt],
  );
}

/**
 * Keeps the country with the highest stream version, and every country that the person has ever named. An assessor who
 * removes a country therefore still cannot see the people who hide from it. Ignores the countries of deleted accounts.
 */
export async function recordCountry(
  session: SqlSession,
  userId: string,
  country: string | null,
  streamVersion: number,
): Promise<void> {
  await session.query(
    `insert into participant (user_id, country, country_version, named_countries)
       values ($1, $2::text, $3, array_remove(array[$2::text], null))
     on conflict (user_id) do update
       set country = case when participant.country_version < excluded.country_version
           then excluded.country else participant.country end,
         country_version = greatest(participant.country_version, excluded.country_version),
         named_countries = case when participant.named_countries @> excluded.named_countries
           then participant.named_countries else participant.named_countries || excluded.named_countries end
     where not participant.has_left`,
    [userId, country, streamVersion],
  );
}

/** SQL that is true if the new description changes or removes an earlier value, instead of only adding one. */
const changes = ['gender', 'interested_in', 'born_from']
  .map((part) => `(participant.${part} is not null and excluded.${part} is distinct from participant.${part})`)
  .join(' or ');

/**
 * SQL for one value of the earlier description, which counts until the newest description does. A removed value stops
 * counting immediately.
 */
const counting = (part: string): string => `case when excluded.${part} is null then null
  when participant.description_counts_from > $6::timestamptz then participant.counting_${part} else participant.${part} end`;

/**
 * Stores the assessor's self-description; the highest stream version wins. Additions count immediately for membership
 * in audiences. A change counts a week later, and the earlier description counts until then, so that alternating
 * changes do not reveal more than one audience.
 */
export async function recordDescription(
  session: SqlSession,
  userId: string,
  { gender, interestedIn, bornFrom }: SelfDescription,
  { streamVersion, recordedAt }: { streamVersion: number; recordedAt: string },
): Promise<void> {
  await session.query(
    `insert into participant (user_id, gender, interested_in, born_from, description_version)
     values ($1, $2::text, $3::text, $4::smallint, $5)
     on conflict (user_id) do update
       set gender = excluded.gender, interested_in = excluded.interested_in, born_from = excluded.born_from,
         description_version = excluded.description_version,
         counting_gender = ${counting('gender')}, counting_interested_in = ${counting('interested_in')},
         counting_born_from = ${counting('born_from')},
         description_counts_from = case when ${changes} then $6::timestamptz + interval '7 days'
           else participant.description_counts_from end
     where participant.description_version < excluded.description_version and not participant.has_left`,
    [userId, gender, interestedIn, bornFrom, streamVersion, recordedAt],
  );
}

export async function recordAudience(
  session: SqlSession,
  userId: string,
  { gender, ageFrom, ageTo }: ProfileAudience,
  streamVersion: number,
): Promise<void> {
  await session.query(
    `insert into participant (user_id, seeks_gender, seeks_age_from, seeks_age_to, audience_version)
     values ($1, nullif($2::text, 'All'), $3::smallint, $4::smallint, $5)
     on conflict (user_id) do update
       set seeks_gender = excluded.seeks_gender, seeks_age_from = excluded.seeks_age_from,
         seeks_age_to = excluded.seeks_age_to, audience_version = excluded.audience_version
     where participant.audience_version < excluded.audience_version and not participant.has_left`,
    [userId, gender, ageFrom, ageTo, streamVersion],
  );
}

/** Removes the personal data: country, description and audience. A late event does not restore them. */
export async function recordLeaving(session: SqlSession, userId: string): Promise<void> {
  await session.query(
    `insert into participant (user_id, has_left) values ($1, true)
     on conflict (user_id) do update set has_left = true, country = null, named_countries = '{}',
       gender = null, interested_in = null, born_from = null, description_counts_from = null,
       counting_gender = null, counting_interested_in = null, counting_born_from = null,
       seeks_gender = null, seeks_age_from = null, seeks_age_to = null`,
    [userId],
  );
}

/**
 * Locks the accounts against deletion until the transaction ends. Waits for a deletion that is under way. A later
 * deletion waits for the commit and then sees the new rows. @returns the accounts that are not deleted
 */
export async function lockRemaining(session: SqlSession, userIds: readonly string[]): Promise<Set<string>> {
  const rows = await session.query<{ user_id: string; has_left: boolean }>(
    'select user_id, has_left from participant where user_id = any ($1::uuid[]) order by user_id for share',
    [`{${userIds.join(',')}}`],
  );
  const left = new Set(rows.filter((row) => row.has_left).map((row) => row.user_id));
  return new Set(userIds.filter((userId) => !left.has(userId)));
}

/** Locks the account against deletion, as `lockRemaining` does. @throws DomainError FORBIDDEN if it is deleted */
export async function requireRemaining(session: SqlSession, userId: string): Promise<void> {
  if (!(await lockRemaining(session, [userId])).has(userId)) throw accountDeleted();
}

export const accountDeleted = (): DomainError => new DomainError('FORBIDDEN', 'This account is deleted.');

export async function recordPreference(
  session: SqlSession,
  userId: string,
  preference: 'NotMine' | 'All',
  streamVersion: number,
): Promise<void> {
  await session.query(
    `insert into participant (user_id, location_preference, preference_version) values ($1, $2, $3)
     on conflict (user_id) do update
       set location_preference = excluded.location_preference, preference_version = excluded.preference_version
     where participant.preference_version < excluded.preference_version`,
    [userId, preference, streamVersion],
  );
}

/** The owner's choices: whether assessments stop early, and whose scores decide. */
export async function scorePreferencesOf(session: SqlSession, userId: string): Promise<ScorePreferences> {
  const [row] = await session.query<ScorePreferences>(
    'select stop_when_settled as "stopWhenSettled", compare_by as "compareBy" from participant where user_id = $1',
    [userId],
  );
  return row ?? { stopWhenSettled: false, compareBy: 'anyone' };
}

export interface Assessor {
  userId: string;
  /** Every country that the assessor has named; owners who hide from any of them are hidden. */
  countries: readonly string[];
  /** True if the assessor has stated a gender or a birth year, which an audience needs. */
  isDescribed: boolean;
}

export interface Sight {
  isVisible: boolean;
  /** Photos that the assessor reported, by the ids that the assessor sees. */
  hiddenPhotoIds: string[];
}

interface Paused {
  pausedFor: Signal | null;
}

const assessorColumns = `a.user_id as "userId", a.named_countries as countries,
  num_nonnulls(a.gender, a.born_from) > 0 as "isDescribed",
  (select s.signal from assessor_standing s where s.assessor_id = a.user_id and s.standing = 'paused') as "pausedFor"`;

const onlyAssessors = 'from participant a where a.user_id = $1::uuid and a.is_approved and not a.has_left';

@Injectable()
export class Participants {
  constructor(private readonly database: Database) {}

  /**
   * Authorises a call by the recorded approval, never by anything that the browser sends.
   * @returns `pause` is the reason why the assessor may not rate now, as a text for the assessor; null if rating is allowed
   * @throws DomainError FORBIDDEN
   */
  async requireAssessor(userId: string): Promise<Assessor & { pause: string | null }> {
    const sql = `select ${assessorColumns} ${onlyAssessors}`;
    const [row] = await this.database.query<Assessor & Paused>(sql, [userId]);
    if (!row) throw notAssessor();
    return { ...row, pause: row.pausedFor && pauseText(row.pausedFor) };
  }

  /**
   * Authorises an assessor who is about to rate, and returns what this assessor may see of the owner. `NotMine` hides
   * the owner from assessors who have ever named the owner's own country, but not from those of unknown country. The
   * owner is also hidden if the assessor blocked the owner, or if the owner hid from the assessor.
   * @throws DomainError FORBIDDEN, ASSESSOR_PAUSED with the reason
   */
  async requireActiveAssessor(userId: string, ownerId: string | undefined): Promise<Assessor & Sight> {
    const [row] = await this.database.query<Assessor & Paused & Sight>(
      `select ${assessorColumns},
         not exists (select from participant p where p.user_id = $2::uuid and p.location_preference = 'NotMine'
             and p.country = any (a.named_countries))
           and not exists (select from hidden_person h where h.assessor_id = $1::uuid and h.owner_id = $2::uuid) as "isVisible",
         array(select h.photo_id from hidden_photo h where h.assessor_id = $1::uuid and h.owner_id = $2::uuid)::text[]
           as "hiddenPhotoIds" ${onlyAssessors}`,
      [userId, ownerId ?? null],
    );
    if (!row) throw notAssessor();
    if (row.pausedFor) throw new DomainError('ASSESSOR_PAUSED', pauseText(row.pausedFor));
    return row;
  }

  scorePreferencesOf(userId: string): Promise<ScorePreferences> {
    return scorePreferencesOf(this.database, userId);
  }

  /** A repeated call changes nothing. Omitted choices stay as they are. */
  async chooseScorePreferences(
    userId: string,
    { stopWhenSettled, compareBy }: Partial<ScorePreferences>,
  ): Promise<void> {
    await this.database.query(
      `insert into participant as known (user_id, stop_when_settled, compare_by)
       values ($1, coalesce($2::boolean, false), coalesce($3::text, 'anyone'))
       on conflict (user_id) do update set stop_when_settled = coalesce($2::boolean, known.stop_when_settled),
         compare_by = coalesce($3::text, known.compare_by)`,
      [userId, stopWhenSettled ?? null, compareBy ?? null],
    );
  }
}

const notAssessor = (): DomainError => new DomainError('FORBIDDEN', 'Only approved assessors may assess photos.');
