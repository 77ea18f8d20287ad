import type { assessmentsRoutes, CommentTriple } from '@candid/contracts';
import type { Answer } from '../../../lib/api/call';

type Ratings = Pick<Answer<typeof assessmentsRoutes.getRatings>, 'currentRatings' | 'pastRatings'>;

export interface AssessmentResult {
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
