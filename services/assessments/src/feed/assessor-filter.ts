import type { SqlSession } from '@candid/event-store';

/**
 * An assessor's two of the 64 bits of `open_assessment.assessor_filter`, a Bloom filter of the assessors in `rated_assessment`:
 * if one of the two is not set, the assessor is not among them. Ids are random at their end.
 */
export const filterBits = (assessorId: string): string =>
  `((1::bigint << (get_byte(uuid_send(${assessorId}), 14) & 63)) | (1::bigint << (get_byte(uuid_send(${assessorId}), 15) & 63)))`;

/** SQL for: the owner hides from assessors of the own country. */
export const hidesFromCountry = (ownerId: string): string =>
  `exists (select from participant p where p.user_id = ${ownerId} and p.location_preference = 'NotMine')`;

/**
 * Copies the owner's choice into the feed's rows, for which a page looks up the country only if the choice is `NotMine`. A row
 * that lacks the newest choice makes a page shorter, never wrong: its owners' photos are checked by the choice itself.
 */
export async function copyPreference(session: SqlSession, ownerId: string): Promise<void> {
  const hides = hidesFromCountry('$1::uuid');
  await session.query(
    `update open_assessment set has_location_preference = ${hides}
     where owner_id = $1::uuid and is_open and has_location_preference <> ${hides}`,
    [ownerId],
  );
}
