import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, messageOf } from '../../../lib/api/errors';
import { queryKeys } from '../../../lib/query/keys';
import { useUserId } from '../../../lib/session/use-session';
import { assessTexts } from '../../../lib/texts/assess';
import { patchCurrentUser } from '../../../lib/user/current-user';
import { type Submission, submitRatings } from '../api/submit';

interface KeyedRatings {
  readonly ratings: Submission['ratings'];
  readonly idempotencyKey: string;
}

/** Sends an assessment; the same draft sent again is the same submission. */
export function useSubmission(ownerId: string, onAccepted: () => void) {
  const raterId = useUserId();
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: ({ ratings, idempotencyKey }: KeyedRatings) =>
      submitRatings({ ownerId, raterId, ratings }, idempotencyKey),
    onSuccess: ({ tokenCount }) => {
      onAccepted();
      patchCurrentUser(queryClient, raterId, { tokenCount });
      void queryClient.invalidateQueries({ queryKey: queryKeys.publicTests() });
      // What has been rated is not opened again from the cache.
      queryClient.removeQueries({ queryKey: queryKeys.openTest(ownerId), type: 'inactive' });
    },
  });
  const refused =
    mutation.error instanceof ApiError && (mutation.error.status === 409 || mutation.error.status === 404);
  return {
    submit: (ratings: Submission['ratings'], idempotencyKey: string) => mutation.mutate({ ratings, idempotencyKey }),
    busy: mutation.isPending,
    earnedTokens: mutation.data?.tokensEarned ?? null,
    problem: mutation.error ? messageOf(mutation.error, assessTexts.submitFailed) : null,
    /** This test takes no submission from this assessor any more. */
    over: refused,
  };
}
