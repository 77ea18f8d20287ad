import type { TransactionalUnit } from '@candid/event-store';
import { loadOpening, type Moment, release } from './opened-streams.js';
import { lockOpenings, recordOpenings } from './openings.rows.js';

/** Releases all slots that the assessor holds on the person's photos and profile. */
export async function releaseOpeningsOn(unit: TransactionalUnit, ownerId: string, moment: Moment): Promise<void> {
  const { assessorId } = moment;
  const { openedAt, held } = await lockOpenings(unit.session, assessorId);
  for (const opening of held) {
    if (opening.ownerId === ownerId) release(await loadOpening(unit, opening), moment);
  }
  await recordOpenings(unit.session, assessorId, { openedAt, held: held.filter((one) => one.ownerId !== ownerId) });
}
