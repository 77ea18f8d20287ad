import { type SqlSession, surroundings } from '@candid/event-store';
import { causeOf } from '@candid/platform';
import { addConsumption, addRefund, addReward } from '../bookings/bookings.job.js';
import type { Due } from './due-bookings.js';

/**
 * Adds the work item of a booking that is due, as the event's subscriber would have done. The work item's id and the
 * transfer's key make it no more than the one booking. False if the item exists, open or done, and for a booking that
 * never waits.
 */
export async function requeue(session: SqlSession, { event, bookings, kind }: Due, now: Date): Promise<boolean> {
  const cause = causeOf(event);
  const { consumed, reward, refund } = bookings;
  return surroundings().following(cause, async () => {
    if (kind === 'consume' && consumed) return addConsumption(session, cause, consumed, now);
    if (kind === 'reward' && reward) return addReward(session, cause, reward, now);
    return refund ? addRefund(session, cause, refund) : false;
  });
}
