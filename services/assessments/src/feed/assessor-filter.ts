import type { SqlSession } from '@candid/event-store';

/**
 * SQL for the two bits of an assessor in the 64-bit Bloom filter `open_assessment.assessor_filter`. If either bit
 * is 0, `rated_assessment` has no row for the assessor. The bits come from the last bytes of the id, which are random.
 */
export const filterBits = (assessorId: string): string =>
  `((1::bigint << (get_byte(uuid_send(${assessorId}), 14) & 63)) | (1::bigint << (get_byte(uuid_send(${assessorId}), 15) & 63)))`;

/** SQL that is true if the owner hides from assessors of the owner's own country. */
export const hidesFromCountry = (ownerId: string): string =>
  `exists (select from participant p where p.user_id = ${ownerId} and p.location_preference = 'NotMine')`;

/**
 * Copies the owner's location preference into the feed's rows, so that a page looks up countries only for `NotMine`. An
 * outdated row can only shorten a page: `ownersPhotosSql` reads the preference itself.
 */
export async function copyPreference(session: SqlSession, ownerId: string): Promise<void> {
  const hides = hidesFromCountry('$1::uuid');
  await session.query(
    `update open_assessment set has_location_preference = ${hides}
     where owner_id = $1::uuid and is_open and has_location_preference <> ${hides}`,
    [ownerId],
  );
}
