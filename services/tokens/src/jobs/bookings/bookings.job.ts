import { addWorkItem, type SqlSession } from '@candid/event-store';
import type { CauseEvent } from '@candid/platform';
import type { AcceptedSubmission } from '../../application/consume-escrows.js';
import type { StartedTest } from '../../application/fund-escrows.js';

export const BOOKINGS_QUEUE = 'bookings';

/** What an event asks for and the accounts cannot bear yet, because another event has not been heard of. */
export type Booking =
  | { kind: 'fund'; cause: CauseEvent; test: StartedTest }
  | { kind: 'consume'; cause: CauseEvent; submission: AcceptedSubmission };

/** How long the other event is given before the first look. */
const firstLookMs = 500;

/** Once per event and kind; false where it was there before. */
export async function addBooking(session: SqlSession, booking: Booking, now: Date): Promise<boolean> {
  return addWorkItem(session, {
    id: `booking-${booking.kind}-${booking.cause.eventId}`,
    queue: BOOKINGS_QUEUE,
    payload: booking,
    availableAt: new Date(now.getTime() + firstLookMs),
  });
}
