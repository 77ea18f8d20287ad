import type { SqlSession } from '@candid/event-store';

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
