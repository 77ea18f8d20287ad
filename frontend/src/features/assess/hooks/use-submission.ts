import { assessmentsRoutes } from '@candid/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { hasCode } from '../../../lib/api/errors';
import { forget } from '../../../lib/query/use-read';
import { useUserId } from '../../../lib/session/use-session';
import { assessTexts } from '../../../lib/texts/assess';
import { patchCurrentUser } from '../../../lib/user/current-user';
import { isOver, wordsOfError } from '../refusal-words';
import type { Submission } from '../submission-outbox';
import { submissionOutbox } from '../submission-outbox';

/**
 * Sends an assessment through the outbox. Calls `onTaken` once the server has it or the device keeps it, and `onOver` if the
 * server no longer accepts it.
 */
export function useSubmission({ onTaken, onOver }: { onTaken: () => void; onOver: () => void }) {
  const userId = useUserId();
  const queryClient = useQueryClient();
  const underWay = useRef(false);
  const mutation = useMutation({
    mutationFn: async ({ content, idempotencyKey }: { content: Submission; idempotencyKey: string }) => {
      const savedAt = new Date().toISOString();
      const delivery = await submissionOutbox.submit({ idempotencyKey, userId, content, savedAt });
      if (delivery.outcome === 'refused') throw delivery.error;
      return delivery;
    },
    retry: false,
    onSuccess: (delivery) => {
      onTaken();
      if (delivery.outcome === 'accepted' && delivery.answer)
        patchCurrentUser(queryClient, userId, { tokenCount: delivery.answer.tokenCount });
      void forget(queryClient, assessmentsRoutes.listPublicTests);
    },
    onError: (error) => {
      if (isOver(error)) onOver();
    },
    onSettled: () => {
      underWay.current = false;
    },
  });
  const { data, error } = mutation;
  return {
    submit: (content: Submission, idempotencyKey: string) => {
      // Two presses within one frame make one submission.
      if (underWay.current || mutation.isSuccess) return;
      underWay.current = true;
      mutation.mutate({ content, idempotencyKey });
    },
    busy: mutation.isPending,
    /** Tokens; null until the server has accepted it. */
    earned: data?.outcome === 'accepted' ? (data.answer?.tokensEarned ?? 0) : null,
    /** Tokens that are paid on later days. */
    payable: data?.outcome === 'accepted' ? (data.answer?.payableTokens ?? 0) : 0,
    /** The server accepted it without a slot. */
    unrewarded: data?.outcome === 'accepted' && data.answer?.isRewarded === false,
    /** Why the submission waits on this device; null if it does not wait. */
    waitsFor: data?.outcome === 'waiting' ? data.reason : null,
    problem: error ? wordsOfError(error, assessTexts.submitFailed) : null,
    over: isOver(error),
    /** Unix milliseconds. */
    submittedAt: mutation.submittedAt,
    paused: hasCode(error, 'ASSESSOR_PAUSED'),
  };
}
