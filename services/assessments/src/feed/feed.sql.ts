/** Nobody is hidden from an assessor of no known country. */
const notHiddenIn = (country: string): string => `and not exists (select from participant p
  where p.user_id = o.owner_id and p.location_preference = 'NotMine' and p.country = ${country}::text)`;

/**
 * What the assessor ($1) may rate now ($2): not his own, not rated by him, with a free slot, of an owner who lets him
 * see it. Slots are looked up only where, all of them counted, expired and own ones too, no place would be left.
 */
const rateable = `o.is_open and o.owner_id <> $1::uuid
  and not exists (select from rated_assessment r where r.assessor_id = $1::uuid and r.assessment_id = o.assessment_id)
  and (o.accepted + o.reserved < o.test_limit
    or o.accepted + (select count(*) from assessment_slot s where s.assessment_id = o.assessment_id
      and s.assessor_id <> $1::uuid and s.expires_at > $2::timestamptz) < o.test_limit)`;

/** One array per statement replaces a look-up per row: an assessor rates few owners a day and blocks few people. */
const ratedLately = `select w.owner_id from rated_owner w
  where w.assessor_id = $1::uuid and w.last_rated_at > $3::timestamptz`;
/** People whom the assessor blocked, and owners who hid themselves from the assessor. */
const hiddenPeople = 'select h.owner_id from hidden_person h where h.assessor_id = $1::uuid';
/** True if the assessor did not report the photo. */
const noHiddenPhoto = `o.photo_id <> all (array(select h.photo_id from hidden_photo h where h.assessor_id = $1::uuid))`;
const noHiddenPerson = `o.owner_id <> all (array(${hiddenPeople}))`;

const ownersInTurn = (isRested: boolean): string =>
  isRested
    ? `o.owner_id <> all (array(${ratedLately} union all ${hiddenPeople}))`
    : `o.owner_id = any (array(${ratedLately})) and ${noHiddenPerson}`;

/** The served share is computed from the two whole numbers, which are sent sooner. */
const columns = `o.assessment_id, o.photo_assessment_id, o.owner_id, o.photo_id, o.accepted, o.test_limit, o.waiting_since`;

/** The index's order: least served first, then the longest waiting; a photo assessment's photos stay together. */
const feedOrder = 'o.served_share, o.waiting_since, o.photo_assessment_id, o.assessment_id';

/**
 * At most `limit` rows behind the place ($4–$7) in the feed's order: of owners not rated since $3, or of those alone. $8 is
 * the assessor's country, if it is known. The limit is part of the text, so that the plan made for any parameters is one
 * for few rows.
 */
export const pageSql = (limit: number, isRested: boolean, hasCountry: boolean): string =>
  `select ${columns} from open_assessment o
    where (o.served_share, o.waiting_since, o.photo_assessment_id, o.assessment_id)
        > ($4::float8, $5::timestamptz, $6::uuid, $7::uuid)
      and ${ownersInTurn(isRested)} and ${noHiddenPhoto} and ${rateable}
      ${hasCountry ? notHiddenIn('$8') : ''}
    order by ${feedOrder} limit ${limit}`;

/** Of the owners $3, given as an array literal; $4 is the assessor's country or null. */
export const ownersPhotosSql = `select ${columns} from open_assessment o
  where o.owner_id = any ($3::uuid[]) and ${noHiddenPerson} and ${noHiddenPhoto} and ${rateable} ${notHiddenIn('$4')} order by ${feedOrder}`;
