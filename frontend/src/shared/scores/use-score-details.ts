import { type AdjustedScore, assessmentsRoutes, type Photo as PhotoRecord } from '@candid/contracts';
import { useRead } from '../../lib/query/use-read';
import { wholeInterval } from './adjusted-score';

export const useRatings = (photoId: string) => useRead(assessmentsRoutes.getRatings, { params: { photoId } });

export const useConfidenceRange = (photoId: string, rated: boolean) =>
  useRead(assessmentsRoutes.getConfidenceRange, { params: { photoId } }, { enabled: rated });

/** Loads the details of a rated photo's score. `scores` is undefined while loading, and null after a failure. */
export function useRatingDetails(photo: PhotoRecord) {
  const ratings = useRatings(photo._id);
  const confidence = useConfidenceRange(photo._id, true).data;
  const [low, high] = confidence?.confidenceRange ?? photo.originalRange;
  return {
    scores: ratings.data ? scoresOf(ratings.data) : ratings.isError ? null : undefined,
    average: { score: photo.totalScore / photo.timesRated, low, high },
    adjusted: asRead(confidence?.fairScore ?? photo.fairScore),
    confidence,
    refetch: ratings.refetch,
  };
}

/** Returns the score with its rounded interval, so that the chart shows the same ends as the text. */
function asRead(fairScore: AdjustedScore | null) {
  return fairScore && { score: fairScore.score, ...wholeInterval(fairScore) };
}

interface Ratings {
  readonly currentRatings: readonly { readonly score: number | null }[];
  readonly pastRatings: readonly { readonly score: number | null }[];
}

/** Returns all scores of a photo, the lowest first. A rating with comments only has no score. */
export function scoresOf({ currentRatings, pastRatings }: Ratings): number[] {
  const scores = [...currentRatings, ...pastRatings].flatMap(({ score }) => (score === null ? [] : [score]));
  return scores.sort((one, other) => one - other);
}
