import type { SqlSession } from '@candid/event-store';
import type { ConfidenceLevel, ScoreSums } from './domain/confidence.js';
import type { RankedComment } from './domain/rank-comments.js';
import type { PhotoScoreRow } from './photo-score.entity.js';

/** Results that the aggregation worker derived from a photo's sums at `revision`. */
export interface PhotoResult {
  photoId: string;
  ownerId: string;
  revision: number;
  rangeLow: number;
  rangeHigh: number;
  level: ConfidenceLevel;
  rankedComments: RankedComment[];
  /** Version of the last event in the photo's results stream. */
  streamVersion: number;
}

/** The part of a photo's sums from which its results are derived. */
export type PhotoSums = ScoreSums &
  Pick<PhotoScoreRow, 'photoId' | 'ownerId' | 'revision' | 'running' | 'testTimesRated' | 'testLimit' | 'comments'>;

/** Undefined if the photo was never assessed, or is forgotten. */
export async function loadSums(session: SqlSession, photoId: string): Promise<PhotoSums | undefined> {
  const [sums] = await session.query<PhotoSums>(
    `select photo_id as "photoId", owner_id as "ownerId", revision, running, times_rated as "timesRated", total_score as "totalScore",
       sum_of_squares as "sumOfSquares", test_times_rated as "testTimesRated", test_limit as "testLimit", comments
      from photo_score where photo_id = $1`,
    [photoId],
  );
  return sums;
}

/** Revision and stream version of the stored results; undefined if there are none. */
export async function loadResultVersions(
  session: SqlSession,
  photoId: string,
): Promise<Pick<PhotoResult, 'revision' | 'streamVersion'> | undefined> {
  const [versions] = await session.query<Pick<PhotoResult, 'revision' | 'streamVersion'>>(
    'select revision, stream_version as "streamVersion" from photo_result where photo_id = $1',
    [photoId],
  );
  return versions;
}

export async function keepResult(session: SqlSession, result: PhotoResult): Promise<void> {
  await session.query(
    `insert into photo_result (photo_id, owner_id, revision, range_low, range_high, level, ranked_comments, stream_version)
     values ($1, $2, $3::int, $4::int, $5::int, $6, $7::jsonb, $8::int)
     on conflict (photo_id) do update set owner_id = excluded.owner_id, revision = excluded.revision,
       range_low = excluded.range_low, range_high = excluded.range_high, level = excluded.level,
       ranked_comments = excluded.ranked_comments, stream_version = excluded.stream_version`,
    [
      ...[result.photoId, result.ownerId, result.revision, result.rangeLow, result.rangeHigh, result.level],
      ...[JSON.stringify(result.rankedComments), result.streamVersion],
    ],
  );
}

export async function forgetResult(session: SqlSession, photoId: string): Promise<void> {
  await session.query('delete from photo_result where photo_id = $1', [photoId]);
}
