import { filterBits } from './assessor-filter.sql.js';
import { isForEverybody, matchesAudience } from './audience-first.sql.js';
import type { FeedGroup } from './feed-cursor.js';

/** Rows only of an owner who is hidden. Nobody is hidden from an assessor who has named no country. */
const hiddenIn = (countries: string): string => `select from participant p
  where p.user_id = o.owner_id and p.location_preference = 'NotMine' and p.country = any (${countries}::text[])`;

const rated = 'select from rated_assessment r where r.assessor_id = $1::uuid and r.assessment_id = o.assessment_id';

/**
 * Slots are looked up only where, all of them counted, expired and own ones too, no place would be left. It is taken if others have
 * as many live slots as there are places; skipping all but the last costs less than a count, which each page would set up.
 */
const hasFreeSlot = `o.accepted < o.test_limit and (o.accepted + o.reserved < o.test_limit
  or not exists (select from assessment_slot s where s.assessment_id = o.assessment_id and s.assessor_id <> $1::uuid
    and s.expires_at > $2::timestamptz offset greatest(o.test_limit - o.accepted - 1, 0)))`;

/** What the assessor ($1) may rate now ($2), apart from what he rated and whom he may not see: open, not his own, with a free slot. */
const offered = `o.is_open and o.owner_id <> $1::uuid and ${hasFreeSlot}`;

/** One array per statement replaces a look-up per row: an assessor rates few owners a day and blocks few people. */
const ratedLately = `select w.owner_id from rated_owner w
  where w.assessor_id = $1::uuid and w.last_rated_at > $3::timestamptz`;
/** People whom the assessor blocked, and owners who hid themselves from the assessor. */
const hiddenPeople = 'select h.owner_id from hidden_person h where h.assessor_id = $1::uuid';
/** True if the assessor did not report the photo. */
const noHiddenPhoto = `o.photo_id <> all (array(select h.photo_id from hidden_photo h where h.assessor_id = $1::uuid))`;
const noHiddenPerson = `o.owner_id <> all (array(${hiddenPeople}))`;

const ownersOf = (group: FeedGroup): string =>
  group === 'rated-lately'
    ? `o.owner_id = any (array(${ratedLately})) and ${noHiddenPerson}`
    : `o.owner_id <> all (array(${ratedLately} union all ${hiddenPeople}))`;

/** The served share is computed from the two whole numbers, which are sent sooner. */
const columns = `o.assessment_id, o.photo_assessment_id, o.owner_id, o.photo_id, o.accepted, o.test_limit, o.waiting_since`;

/** The index's order: least served first, then the longest waiting; a photo assessment's photos stay together. */
const feedOrder = 'o.served_share, o.waiting_since, o.photo_assessment_id, o.assessment_id';

/**
 * Most rows say themselves that the assessor did not rate them, and that their owner does not hide. The others need a look-up; without
 * `offset 0` the planner would read everything that the assessor rated, and everybody who hides in that country.
 */
const seldomRated = `(((select ${filterBits('$1::uuid')}) & ~o.assessor_filter) <> 0 or not exists (${rated} offset 0))`;
const seldomHidden = `(not o.has_location_preference or not exists (${hiddenIn('$8')} offset 0))`;

/** The first group has the few assessments that only their audience gets, from an index of their own. */
const inGroup: Record<FeedGroup, string> = {
  audience: `o.audience_until > $2::timestamptz and ${matchesAudience}`,
  rested: isForEverybody,
  'rated-lately': `(${isForEverybody} or ${matchesAudience})`,
};

/**
 * At most `limit` rows behind the place ($4–$7) in the feed's order, of one group; $3 is when "rated lately" begins. $8 are
 * the assessor's countries, if there are any. The limit is part of the text, so that the plan made for any parameters is one
 * for few rows. The page may have rows that the assessor may not rate, never too few: `ownersPhotosSql` decides. It has those of a
 * reported photo that is assessed again, and those that lack what is copied into them (`location-preference.rows.ts`).
 */
export const pageSql = (limit: number, group: FeedGroup, hasCountry: boolean): string =>
  `select ${columns} from open_assessment o
    where ${inGroup[group]}${hasCountry ? ` and ${seldomHidden}` : ''}
      and (o.served_share, o.waiting_since, o.photo_assessment_id, o.assessment_id)
        > ($4::float8, $5::timestamptz, $6::uuid, $7::uuid)
      and ${ownersOf(group)} and ${offered} and ${seldomRated}
    order by ${feedOrder} limit ${limit}`;

/**
 * Selects photos of the owners $3, an array literal; $4 are the assessor's countries. An assessor without a description belongs to no
 * audience.
 */
export const ownersPhotosSql = (isDescribed: boolean): string => `select ${columns} from open_assessment o
  where o.owner_id = any ($3::uuid[]) and ${noHiddenPerson} and ${noHiddenPhoto} and ${offered} and not exists (${rated})
    and not exists (${hiddenIn('$4')}) and (${isForEverybody}${isDescribed ? ` or ${matchesAudience}` : ''})
  order by ${isForEverybody}, ${feedOrder}`;
