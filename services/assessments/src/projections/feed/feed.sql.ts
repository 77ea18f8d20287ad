/** Statements of the feed. $1 assessor, $2 now, $3 the assessor's country or null. */
const notHiddenInCountry = `and not exists (select from participant p where p.user_id = o.owner_id
  and p.location_preference = 'NotMine' and p.country = $3::text)`;

/**
 * What the assessor may rate: not his own, not rated by him, with a place that nobody else holds, of an owner who lets him
 * see it. Slots are looked up only where, all of them counted, expired and own ones too, no place would be left.
 */
const rateable = `o.is_open and o.owner_id <> $1::uuid
  and not exists (select from rated_assessment r where r.rater_id = $1::uuid and r.assessment_id = o.assessment_id)
  and (o.accepted + o.reserved < o.test_limit
    or o.accepted + (select count(*) from assessment_slot s where s.assessment_id = o.assessment_id
      and s.assessor_id <> $1::uuid and s.expires_at > $2::timestamptz) < o.test_limit)`;

/** One array per statement instead of a look-up per row: an assessor rates few owners a day. */
const ratedLately = `array(select w.owner_id from rated_owner w
  where w.rater_id = $1::uuid and w.last_rated_at > $4::timestamptz)`;

const columns = `o.assessment_id, o.test_id, o.owner_id, o.photo_id, o.test_photos, o.served_share,
  o.waiting_since::text as waiting_since`;

/** The index's order: least served first, then the longest waiting; a test's photos stay together. */
const feedOrder = 'o.served_share, o.waiting_since, o.test_id, o.assessment_id';

/**
 * At most `limit` rows behind the place ($5–$8) in the feed's order: of owners not rated lately, or of those alone. The
 * limit is part of the text, so that the plan made for any parameters is one for few rows.
 */
export const pageSql = (limit: number, isRested: boolean, hasCountry: boolean): string =>
  `select ${columns} from open_assessment o
    where (o.served_share, o.waiting_since, o.test_id, o.assessment_id)
        > ($5::float8, $6::timestamptz, $7::uuid, $8::uuid)
      and o.owner_id ${isRested ? '<> all' : '= any'} (${ratedLately}) and ${rateable}
      ${hasCountry ? notHiddenInCountry : 'and $3::text is null'}
    order by ${feedOrder} limit ${limit}`;

/** Of the owner $4. */
export const ownersTestsSql = `select ${columns} from open_assessment o
  where o.owner_id = $4::uuid and ${rateable} ${notHiddenInCountry} order by ${feedOrder}`;

/** Of the tests $4, given as an array literal. */
export const testsPhotosSql = `select ${columns} from open_assessment o
  where o.test_id = any ($4::uuid[]) and ${rateable} ${notHiddenInCountry} order by ${feedOrder}`;
