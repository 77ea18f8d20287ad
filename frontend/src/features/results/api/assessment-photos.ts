import { type assessmentsRoutes, type CommentTriple, photosRoutes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../../../lib/api/call';
import { polled } from '../../../lib/live/poll';
import { queryKeys } from '../../../lib/query/keys';
import { useUserId } from '../../../lib/session/use-session';

/** The photos of one own assessment, with their scores as they stand. */
export function useAssessmentPhotos(testId: string) {
  const userId = useUserId();
  return useQuery({
    queryKey: [...queryKeys.photos(), ...queryKeys.results(testId)],
    meta: polled,
    queryFn: async ({ signal }) =>
      (await call(photosRoutes.getTest, { params: { userId, testId }, signal })).data.flatMap(({ photos }) => photos),
  });
}

type Ratings = Pick<Answer<typeof assessmentsRoutes.getRatings>, 'currentRatings' | 'pastRatings'>;

interface AssessmentResult {
  /** How many gave a score. */
  readonly scores: number;
  readonly comments: readonly CommentTriple[];
}

/** What one assessment brought of a photo that may have been in several. */
export function ofAssessment({ currentRatings, pastRatings }: Ratings, testId: string): AssessmentResult {
  const ratings = [...currentRatings, ...pastRatings].filter(({ groupId }) => groupId === testId);
  return {
    scores: ratings.filter(({ score }) => score !== null).length,
    comments: ratings.flatMap(({ comments }) => comments),
  };
}
