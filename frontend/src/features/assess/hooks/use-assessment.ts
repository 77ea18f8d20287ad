import { useEffect, useRef } from 'react';
import { useUserId } from '../../../lib/session/use-session';
import { assessTexts } from '../../../lib/texts/assess';
import { useForgetAssessment } from '../assessments';
import type { OpenAssessment } from '../open-assessment';
import { entryOf, photosToRate, remainingOf } from '../progress';
import type { Submission } from '../submission-outbox';
import { useDraft } from './use-draft';
import { useSubmission } from './use-submission';

/** The slots that are reserved for this assessor. */
export interface ReservedSlot {
  /** When it was reserved, in Unix milliseconds. */
  readonly openedAt: number;
  /** From then on, in milliseconds. */
  readonly slotMs: number;
  readonly renewing: boolean;
  readonly failed: boolean;
  /** The assessment is complete or has been ended since. */
  readonly lost: boolean;
  renew(): void;
  /** A picture did not come; its link may have expired. */
  renewPictures(): void;
}

type OpenSlot = Pick<ReservedSlot, 'openedAt' | 'renewing' | 'lost' | 'renew'>;

/** An assessor’s work on one assessment: what has been entered, whether it can still be submitted, and how that goes. */
export function useAssessment(ownerId: string, assessment: OpenAssessment, slot: OpenSlot) {
  const raterId = useUserId();
  const draft = useDraft(assessment.id);
  // One photo may be over while the others are not: the person is opened again, and what is left can be submitted.
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
    /** With the server, or safe on this device. */
    isTaken,
    /** It cannot be submitted any more. */
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

/** What becomes of the photos of a refused submission that are not over. */
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
