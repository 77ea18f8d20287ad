import { addWorkItem, type SqlSession } from '@candid/event-store';
import type { ConfidenceLevel } from './confidence.js';
import type { RankedComment } from './rank-comments.js';

export const photoResultTable = `create table photo_result (
    photo_id uuid primary key,
    owner_id uuid not null,
    revision integer not null,
    range_low integer not null,
    range_high integer not null,
    level text not null check (level in ('High', 'Medium', 'Low')),
    ranked_comments jsonb not null,
    stream_version integer not null
  )`;

/** Results that the aggregation worker derived from a photo's sums at `revision`. */
export interface PhotoResult {
  photoId: string;
  ownerId: string;
  revision: number;
  rangeLow: number;
  rangeHigh: number;
  level: ConfidenceLevel;
  rankedComments: RankedComment[];
  streamVersion: number;
}

type ResultVersions = Pick<PhotoResult, 'photoId' | 'revision' | 'streamVersion'>;

export async function loadResultVersions(
  session: SqlSession,
  photoIds: readonly string[],
): Promise<Map<string, ResultVersions>> {
  const versions = await session.query<ResultVersions>(
    `select photo_id as "photoId", revision, stream_version as "streamVersion" from photo_result
      where photo_id = any ($1::uuid[])`,
    [photoIds],
  );
  return new Map(versions.map((row) => [row.photoId, row]));
}

/** Stores the results. Each photo may occur only once. */
export async function keepResults(session: SqlSession, results: readonly PhotoResult[]): Promise<void> {
  await session.query(
    `insert into photo_result (photo_id, owner_id, revision, range_low, range_high, level, ranked_comments, stream_version)
     select * from jsonb_to_recordset($1::jsonb) as r("photoId" uuid, "ownerId" uuid, revision int, "rangeLow" int, "rangeHigh" int,
       level text, "rankedComments" jsonb, "streamVersion" int) order by r."photoId"
     on conflict (photo_id) do update set owner_id = excluded.owner_id, revision = excluded.revision,
       range_low = excluded.range_low, range_high = excluded.range_high, level = excluded.level,
       ranked_comments = excluded.ranked_comments, stream_version = excluded.stream_version`,
    [JSON.stringify(results)],
  );
}

export async function forgetResults(session: SqlSession, photoIds: readonly string[]): Promise<void> {
  if (photoIds.length === 0) return;
  await session.query('delete from photo_result where photo_id = any ($1::uuid[])', [photoIds]);
}

/** Event on stream `results-<photoId>`: the photo's derived results belong to `revision` of its sums. */
export interface ResultsEvent {
  type: 'PhotoResultsUpdated';
  data: {
    photoId: string;
    ownerId: string;
    revision: number;
    timesRated: number;
    testTimesRated: number;
    testLimit: number;
  };
}

export const resultsStreamId = (photoId: string): string => `results-${photoId}`;

export const AGGREGATION_QUEUE = 'aggregate-photos';

/** Queue of earlier versions of the service. The payload of its items is a `PhotoRevision`. */
export const FORMER_AGGREGATION_QUEUE = 'aggregate-photo';

export interface PhotoRevision {
  photoId: string;
  /** Revision of the photo's sums. Results of this or a later revision complete the work item. */
  revision: number;
}

/** The photos of one submission form one work item, because they share most of the work. */
export interface AggregationPayload {
  photos: PhotoRevision[];
}

/** Requests the photo's results of this revision, unless they exist. Uses the transaction that makes the revision. */
export async function requestAggregation(session: SqlSession, photoId: string, revision: number): Promise<void> {
  const known = await session.query('select 1 from photo_result where photo_id = $1 and revision >= $2', [
    photoId,
    revision,
  ]);
  if (known.length > 0) return;
  const payload: AggregationPayload = { photos: [{ photoId, revision }] };
  await addWorkItem(session, { id: `${AGGREGATION_QUEUE}-${photoId}-${revision}`, queue: AGGREGATION_QUEUE, payload });
}

export const SETTLING_QUEUE = 'stop-when-settled';

export interface SettlingPayload {
  ownerId: string;
  photoId: string;
}

/** If the owner allows early stops, requests a check of the running assessment, once per revision. */
export async function requestSettling(
  session: SqlSession,
  { ownerId, photoId, revision }: SettlingPayload & { revision: number },
): Promise<void> {
  const wanted = await session.query('select from participant where user_id = $1 and stop_when_settled', [ownerId]);
  if (wanted.length === 0) return;
  const payload: SettlingPayload = { ownerId, photoId };
  await addWorkItem(session, { id: `${SETTLING_QUEUE}-${photoId}-${revision}`, queue: SETTLING_QUEUE, payload });
}
