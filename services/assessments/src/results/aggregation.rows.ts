import { addWorkItem, type SqlSession } from '@candid/event-store';

export const AGGREGATION_QUEUE = 'aggregate-photos';

/** The queue of earlier versions. The payload of its items is a `PhotoRevision`. */
export const FORMER_AGGREGATION_QUEUE = 'aggregate-photo';

export interface PhotoRevision {
  photoId: string;
  /** Revision of the photo's sums. Results of this or a later revision complete the work item. */
  revision: number;
}

/** The photos of one submission together: they share most of the work. */
export interface AggregationPayload {
  photos: PhotoRevision[];
}

/** Requests the photo's results of this revision, within the transaction that made it. Does nothing if they exist. */
export async function requestAggregation(session: SqlSession, photoId: string, revision: number): Promise<void> {
  const known = await session.query('select 1 from photo_result where photo_id = $1 and revision >= $2', [
    photoId,
    revision,
  ]);
  if (known.length > 0) return;
  const payload: AggregationPayload = { photos: [{ photoId, revision }] };
  await addWorkItem(session, { id: `${AGGREGATION_QUEUE}-${photoId}-${revision}`, queue: AGGREGATION_QUEUE, payload });
}
