import { assessmentsRoutes, type FairScore, type Photo as PhotoRecord } from '@candid/contracts';
import { useRead } from '../../lib/query/use-read';
import { wholeInterval } from './fair-score';

/** A photo's single ratings, and which comments several people left. */
export const useRatings = (photoId: string) => useRead(assessmentsRoutes.getRatings, { params: { photoId } });

/** The product's range, and the fair score now and before; nothing to ask for before the first rating. */
export const useConfidenceRange = (photoId: string, rated: boolean) =>
  useRead(assessmentsRoutes.getConfidenceRange, { params: { photoId } }, { enabled: rated });

/** What stands behind a rated photo's score. `scores` is undefined while they load and null where they cannot be had. */
export function useRatingDetails(photo: PhotoRecord) {
  const ratings = useRatings(photo._id);
  const confidence = useConfidenceRange(photo._id, true).data;
  const [low, high] = confidence?.confidenceRange ?? photo.originalRange;
  return {
    scores: ratings.data ? scoresOf(ratings.data) : ratings.isError ? null : undefined,
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

interface Ratings {
  readonly currentRatings: readonly { readonly score: number | null }[];
  readonly pastRatings: readonly { readonly score: number | null }[];
}

/** Every score a photo has been given, the lowest first; comments alone are no score. */
export function scoresOf({ currentRatings, pastRatings }: Ratings): number[] {
  const scores = [...currentRatings, ...pastRatings].flatMap(({ score }) => (score === null ? [] : [score]));
  return scores.sort((one, other) => one - other);
}
