import { addWorkItem, type SqlSession } from '@candid/event-store';

export const UNUSED_HOLDS_QUEUE = 'unused-holds';

/** The facts that show whether an event uses the hold. */
type HoldUse = StartUse | { request: { key: string; fingerprint: string } };

interface StartUse {
  photoAssessmentId: string;
  /** Photo ids of the start, if their photos are still to be uploaded. */
  uploads?: readonly string[];
}

export type WatchedHold = { userId: string; holdId: string } & HoldUse;

/** Milliseconds after which a request is over, including the gateway's retries. */
export const SETTLED_MS = { request: 30_000, upload: 100_000 } as const;

/** True if a photo of the start was stored. A repeated request, however late, then continues the start. */
export async function areStored(session: SqlSession, photoIds: readonly string[]): Promise<boolean> {
  const sql = 'select from owner_photo where photo_id = any ($1::uuid[]) limit 1';
  return (await session.query(sql, [`{${photoIds.join(',')}}`])).length > 0;
}

/** Schedules a release of the hold at `availableAt`, once per hold. If an event uses the hold, it is not released. */
export async function watchHold(session: SqlSession, hold: WatchedHold, availableAt: Date): Promise<void> {
  await addWorkItem(session, {
    ...{ id: `unused-hold-${hold.holdId}`, queue: UNUSED_HOLDS_QUEUE, payload: hold, availableAt },
  });
}
