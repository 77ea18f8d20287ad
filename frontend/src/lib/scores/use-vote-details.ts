import type { Photo } from '@candid/contracts';
import { averageOf } from './scores';
import { useConfidenceRange, useRatings } from './use-score-details';
import { votesOf } from './votes';

/** What stands behind a rated photo's fair score. `votes` is undefined while they load and null where they cannot be had. */
export function useVoteDetails(photo: Photo) {
  const ratings = useRatings(photo._id);
  const confidence = useConfidenceRange(photo._id, true).data;
  return {
    average: averageOf(photo),
    ratings: photo.timesRated,
    votes: ratings.data ? votesOf(ratings.data) : ratings.isError ? null : undefined,
    range: confidence?.confidenceRange ?? photo.originalRange,
    level: confidence?.level,
  };
}
