import { inTransaction } from '@candid/event-store';
import { addRating, type RatingLoad } from './rating-load.js';
import { type AdjustedScoresModule, serviceFile } from './service-files.js';

const samples = 400;
const warmUp = 50;

/**
 * Adds new ratings. Returns the milliseconds that each update of the adjusted scores takes, including `read` if given.
 * `first` is the number of the first rating; each number may be added only once.
 */
export async function timeNewRatings(
  load: RatingLoad,
  { first = 0, read }: { first?: number; read?: (photoId: string) => Promise<unknown> } = {},
): Promise<number[]> {
  const { refreshAdjustedScores } = await serviceFile<AdjustedScoresModule>('scoring/adjusted-scores.rows');
  const times: number[] = [];
  for (let sample = 0; sample < warmUp + samples; sample += 1) {
    const photoId = await addRating(load, first + sample);
    const began = performance.now();
    await inTransaction(load.pool, (session) => refreshAdjustedScores(session, [photoId]));
    await read?.(photoId);
    if (sample >= warmUp) times.push(performance.now() - began);
  }
  return times;
}
