import { addWorkItem, type SqlSession } from '@candid/event-store';

export const AGGREGATION_QUEUE = 'aggregate-photo';

export interface AggregationPayload {
  photoId: string;
  /** Of the photo's sums: results of this or a later revision make the item done. */
  revision: number;
}

/** Asks for the photo's results of this revision, in the transaction that made it; nothing where they are there. */
export async function requestAggregation(session: SqlSession, photoId: string, revision: number): Promise<void> {
  const known = await session.query('select 1 from photo_result where photo_id = $1 and revision >= $2', [
    photoId,
    revision,
  ]);
  if (known.length > 0) return;
  const payload: AggregationPayload = { photoId, revision };
  await addWorkItem(session, { id: `${AGGREGATION_QUEUE}-${photoId}-${revision}`, queue: AGGREGATION_QUEUE, payload });
}
