import type { FairScore, Photo } from '@candid/contracts';
import { wholeInterval } from './fair-score';
import { useConfidenceRange, useRatings } from './use-score-details';
import { votesOf } from './votes';

/** What stands behind a rated photo's score. `votes` is undefined while they load and null where they cannot be had. */
export function useVoteDetails(photo: Photo) {
  const ratings = useRatings(photo._id);
  const confidence = useConfidenceRange(photo._id, true).data;
  const [low, high] = confidence?.confidenceRange ?? photo.originalRange;
  return {
    votes: ratings.data ? votesOf(ratings.data) : ratings.isError ? null : undefined,
    average: { score: photo.totalScore / photo.timesRated, low, high },
    fair: asRead(confidence?.fairScore ?? photo.fairScore),
    level: confidence?.level,
    refetch: ratings.refetch,
  };
}

/** Where the score stands, with the interval as it is said in words, so that the picture ends where they do. */
function asRead(fairScore: FairScore | null) {
  return fairScore && { score: fairScore.score, ...wholeInterval(fairScore) };
}
