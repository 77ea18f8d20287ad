import { assessmentsRoutes } from '@candid/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { forget } from '../../../lib/query/use-read';
import { useUserId } from '../../../lib/session/use-session';
import { assessTexts } from '../../../lib/texts/assess';
import { patchCurrentUser } from '../../../lib/user/current-user';
import { useForgetAssessment } from '../assessments';
import { entryOf, type OpenAssessment, photosToRate, remainingOf } from '../open-assessment';
import { isOver, type Submission, submissionOutbox, wordsOfError } from '../submission-outbox';
import { useDraft } from './use-draft';

export interface ReservedSlot {
  /** Unix milliseconds. */
  readonly openedAt: number;
  /** Duration of the slot in milliseconds, counted from `openedAt`. */
  readonly slotMs: number;
  readonly renewing: boolean;
  readonly failed: boolean;
  /** True if the assessment is complete, or its owner has ended it. */
  readonly lost: boolean;
  renew(): void;
  /** Call it when a picture does not load: its link may have expired. */
  renewPictures(): void;
}

type OpenSlot = Pick<ReservedSlot, 'openedAt' | 'renewing' | 'lost' | 'renew'>;

export function useAssessment(ownerId: string, assessment: OpenAssessment, slot: OpenSlot) {
  const raterId = useUserId();
  const draft = useDraft(assessment.id);
  // One photo's assessment may end before the others. Opening again returns the photos that can still be submitted.
  const openRest = () => {
    if (assessment.profile) return;
    draft.renewKey();
    slot.renew();
  };
  useFreshKey(assessment, draft.renewKey);
  const submission = useSubmission({ onTaken: draft.discard, onOver: openRest });
  const isTaken = submission.earned !== null || submission.waitsFor !== null;
  const rest = restOf(submission, slot);
  const over = (submission.over && rest === null) || slot.lost || draft.takenElsewhere;
  useForgetAssessment(ownerId, assessment.profile?.groupId, isTaken || over);
  return {
    draft,
    remaining: remainingOf(assessment, draft.entries),
    isTaken,
    over,
    problem: isTaken ? null : problemOf(draft.takenElsewhere, slot.lost, rest ? wordsOfRest[rest] : submission.problem),
    busy: submission.busy || rest === 'opening',
    earnedTokens: submission.earned,
    unrewarded: submission.unrewarded,
    payable: submission.payable,
    waitsFor: submission.waitsFor,
    submit: () => submission.submit(contentOf(assessment, draft.entries, { ownerId, raterId }), draft.idempotencyKey),
  };
}

/** Renews the idempotency key when a report removes a photo, because the submission is then a different one. */
function useFreshKey({ photos }: OpenAssessment, renewKey: () => void): void {
  const rated = photosToRate(photos)
    .map(({ _id }) => _id)
    .join();
  const keyed = useRef(rated);
  useEffect(() => {
    if (keyed.current !== rated) renewKey();
    keyed.current = rated;
  });
}

/** State of the photos left after a refusal: `opening` while they are reopened, `open` once they can be submitted. */
function restOf({ over, submittedAt }: Pick<ReturnType<typeof useSubmission>, 'over' | 'submittedAt'>, slot: OpenSlot) {
  if (!over) return null;
  if (slot.renewing) return 'opening';
  return slot.openedAt > submittedAt ? 'open' : null;
}

const wordsOfRest = { opening: null, open: assessTexts.refusals.restOpen };

function problemOf(takenElsewhere: boolean, slotLost: boolean, ofSubmission: string | null): string | null {
  if (takenElsewhere) return assessTexts.takenElsewhere;
  return slotLost ? assessTexts.refusals.over : ofSubmission;
}

function contentOf(
  { photos, profile }: OpenAssessment,
  entries: ReturnType<typeof useDraft>['entries'],
  who: { ownerId: string; raterId: string },
): Submission {
  if (profile) {
    const { groupId } = profile;
    return { ...who, kind: 'profile', groupId, comments: entryOf(entries, groupId).comments };
  }
  const ratings = photosToRate(photos).map(({ _id }) => ({ photoId: _id, ...entryOf(entries, _id) }));
  return { ...who, kind: 'photos', ratings };
}

/** Calls `onTaken` once the server or the outbox has the submission; `onOver` if the server no longer accepts it. */
function useSubmission({ onTaken, onOver }: { onTaken: () => void; onOver: () => void }) {
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
      // Two presses within one frame send one submission.
      if (underWay.current || mutation.isSuccess) return;
      underWay.current = true;
      mutation.mutate({ content, idempotencyKey });
    },
    busy: mutation.isPending,
    /** Tokens that the submission earned; null until the server has accepted it. */
    earned: data?.outcome === 'accepted' ? (data.answer?.tokensEarned ?? 0) : null,
    /** Tokens that were earned with this and earlier assessments and are paid on later days. */
    payable: data?.outcome === 'accepted' ? (data.answer?.payableTokens ?? 0) : 0,
    /** True if the server accepted the submission without a slot. */
    unrewarded: data?.outcome === 'accepted' && data.answer?.isRewarded === false,
    /** Reason why the submission waits on this device; null if it does not wait. */
    waitsFor: data?.outcome === 'waiting' ? data.reason : null,
    problem: error ? wordsOfError(error, assessTexts.submitFailed) : null,
    over: isOver(error),
    /** Unix milliseconds. */
    submittedAt: mutation.submittedAt,
  };
}

/** Time reserved at the end of the slot for sending the submission. */
const marginMs = 60_000;
const warningMs = 4 * 60_000;
const tickMs = 5_000;

type Slot =
  | { readonly state: 'held' }
  | { readonly state: 'ending'; readonly minutes: number }
  | { readonly state: 'over' };

/** State of a slot that lasts `slotMs` from `openedAt` on. `openedAt` and `now` are Unix ms of this device's clock. */
export function slotAt(openedAt: number, slotMs: number, now: number): Slot {
  const leftMs = openedAt + slotMs - marginMs - now;
  if (leftMs <= 0) return { state: 'over' };
  return leftMs <= warningMs ? { state: 'ending', minutes: Math.ceil(leftMs / 60_000) } : { state: 'held' };
}

export function useSlot(openedAt: number, slotMs: number): Slot {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return slotAt(openedAt, slotMs, Math.max(now, openedAt));
}

/** Minimum time between two renewals: all links to pictures may expire at once, and one renewal fetches them all. */
const renewAgainMs = 60_000;

export function useRenewedPictures(renew: () => void): () => void {
  const renewedAt = useRef(Number.NEGATIVE_INFINITY);
  return () => {
    if (Date.now() - renewedAt.current < renewAgainMs) return;
    renewedAt.current = Date.now();
    renew();
  };
}
