import { assessmentsRoutes, type CommentTriple } from '@candid/contracts';
import { call } from '../../../lib/api/call';

export interface Submission {
  readonly ownerId: string;
  readonly raterId: string;
  readonly ratings: readonly {
    readonly photoId: string;
    readonly rating: number | null;
    readonly comments: readonly CommentTriple[];
  }[];
}

/** All photos of the test at once. Answers the tokens earned and the balance after them. */
export async function submitRatings({ ownerId, raterId, ratings }: Submission, idempotencyKey: string) {
  const body = {
    userId: ownerId,
    raterId,
    ratings: ratings.map((rating) => ({ ...rating, comments: [...rating.comments] })),
  };
  const { tokensEarned, tokenCount } = await call(assessmentsRoutes.submitRatings, { body, idempotencyKey });
  return { tokensEarned, tokenCount };
}
