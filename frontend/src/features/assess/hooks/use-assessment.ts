import { useEffect, useRef } from 'react';
import { useUserId } from '../../../lib/session/use-session';
import { assessTexts } from '../../../lib/texts/assess';
import { useForgetAssessment } from '../assessments';
import type { OpenAssessment } from '../open-assessment';
import { entryOf, photosToRate, remainingOf } from '../progress';
import type { Submission } from '../submission-outbox';
import { useDraft } from './use-draft';
import { useSubmission } from './use-submission';

export interface ReservedSlot {
  /** Unix milliseconds. */
  readonly openedAt: number;
  /** Duration in milliseconds, counted from `openedAt`. */
  readonly slotMs: number;
  readonly renewing: boolean;
  readonly failed: boolean;
  /** The assessment is complete, or its owner has ended it. */
  readonly lost: boolean;
  renew(): void;
  /** Call it when a picture does not load: its link may have expired. */
  renewPictures(): void;
}

type OpenSlot = Pick<ReservedSlot, 'openedAt' | 'renewing' | 'lost' | 'renew'>;

/** An assessor's work on one assessment: the entries, the slot and the submission. */
export function useAssessment(ownerId: string, assessment: OpenAssessment, slot: OpenSlot) {
  const raterId = useUserId();
  const draft = useDraft(assessment.id);
  // One photo may be over while others are not. Opening the assessment again returns the others, which can be submitted.
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
    /** The server has the submission, or this device keeps it. */
    isTaken,
    /** True if the assessment can no longer be submitted. */
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

/**
 * State of the photos that are left after a refusal: `opening` while they are opened again, `open` once they can be submitted,
 * otherwise null.
 */
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
