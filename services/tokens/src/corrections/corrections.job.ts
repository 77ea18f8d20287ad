import { addWorkItem, type SqlSession } from '@candid/event-store';

export const CORRECTIONS_QUEUE = 'corrections';

export interface CorrectionPayload {
  correctionId: string;
}

/** Once per event that makes it due: one that was refused and approved again is booked by the second. */
export async function addCorrectionBooking(session: SqlSession, correctionId: string, eventId: string): Promise<void> {
  const payload: CorrectionPayload = { correctionId };
  await addWorkItem(session, { id: `correction-${eventId}`, queue: CORRECTIONS_QUEUE, payload });
}
