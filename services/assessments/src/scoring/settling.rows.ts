import { addWorkItem, type SqlSession } from '@candid/event-store';

export const SETTLING_QUEUE = 'stop-when-settled';

export interface SettlingPayload {
  ownerId: string;
  photoId: string;
}

/** Has somebody look whether the running assessment may end early, where its owner wants that; once per state of its sums. */
export async function requestSettling(
  session: SqlSession,
  { ownerId, photoId, revision }: SettlingPayload & { revision: number },
): Promise<void> {
  const wanted = await session.query('select from participant where user_id = $1 and stop_when_settled', [ownerId]);
  if (wanted.length === 0) return;
  const payload: SettlingPayload = { ownerId, photoId };
  await addWorkItem(session, { id: `${SETTLING_QUEUE}-${photoId}-${revision}`, queue: SETTLING_QUEUE, payload });
}
