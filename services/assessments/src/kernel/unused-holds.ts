import { addWorkItem, type SqlSession } from '@candid/event-store';

export const UNUSED_HOLDS_QUEUE = 'unused-holds';

/** The facts that show whether an event uses the hold. */
type HoldUse = StartUse | { request: { key: string; fingerprint: string } };

interface StartUse {
  photoAssessmentId: string;
  /** Ids under which the start's photos are stored first, if they are not yet. */
  uploads?: readonly string[];
}

export type WatchedHold = { userId: string; holdId: string } & HoldUse;

/** How long a request and the gateway's repeats of it may take, in milliseconds. */
export const SETTLED_MS = { request: 30_000, upload: 100_000 } as const;

/** True if a photo of the start was stored: a repeat of the request, however late, goes on with it instead of storing it twice. */
export async function areStored(session: SqlSession, photoIds: readonly string[]): Promise<boolean> {
  const sql = 'select from owner_photo where photo_id = any ($1::uuid[]) limit 1';
  return (await session.query(sql, [`{${photoIds.join(',')}}`])).length > 0;
}

/** Gives the hold back once its request is over, unless an event uses it by then. Once per hold. */
export async function watchHold(session: SqlSession, hold: WatchedHold, availableAt: Date): Promise<void> {
  await addWorkItem(session, {
    ...{ id: `unused-hold-${hold.holdId}`, queue: UNUSED_HOLDS_QUEUE, payload: hold, availableAt },
  });
}
