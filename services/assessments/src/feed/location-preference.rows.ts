import type { SqlSession } from '@candid/event-store';

/** SQL for: the owner hides from assessors of the own country. */
export const hidesFromCountry = (ownerId: string): string =>
  `exists (select from participant p where p.user_id = ${ownerId} and p.location_preference = 'NotMine')`;

/** SQL for: a page of the feed has to look up more than the row of `open_assessment` says. */
const needsLookUp = (ownerId: string): string =>
  `(${hidesFromCountry(ownerId)} or exists (select from audience_first f where f.assessment_id = open_assessment.assessment_id))`;

/**
 * Copies the owner's choice into the feed's rows, for which a page looks up the country only if the choice is `NotMine`. A row
 * that lacks the newest choice makes a page shorter, never wrong: its owners' photos are checked by the choice itself.
 */
export async function copyPreference(session: SqlSession, ownerId: string): Promise<void> {
  await session.query(
    `update open_assessment set has_location_preference = ${needsLookUp('$1::uuid')}
     where owner_id = $1::uuid and is_open and has_location_preference <> ${needsLookUp('$1::uuid')}`,
    [ownerId],
  );
}
