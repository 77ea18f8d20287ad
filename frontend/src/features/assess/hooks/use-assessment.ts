import { useUserId } from '../../../lib/session/use-session';
import { assessTexts } from '../../../lib/texts/assess';
import { type OpenAssessment, useForgetAssessment } from '../api/assessments';
import type { Submission } from '../api/submit';
import { entryOf, photosToRate, remainingOf } from '../progress';
import { useDraft } from './use-draft';
import { useSubmission } from './use-submission';

/** The reserved slots. */
export interface Place {
  /** When it was reserved, in Unix milliseconds. */
  readonly openedAt: number;
  /** From then on, in milliseconds. */
  readonly slotMs: number;
  readonly renewing: boolean;
  readonly failed: boolean;
  /** The test is complete or has been ended since. */
  readonly lost: boolean;
  renew(): void;
  /** A picture did not come; its link may have expired. */
  renewPictures(): void;
}

type Held = Pick<Place, 'openedAt' | 'renewing' | 'lost' | 'renew'>;

/** One person's assessment of a test: what has been entered, whether it can still be submitted, and how that goes. */
export function useAssessment(ownerId: string, test: OpenAssessment, place: Held) {
  const raterId = useUserId();
  const draft = useDraft(test.id);
  // One photo may be over while the others are not: the person is opened again, and what is left can be submitted.
  const openRest = () => {
    if (test.profile) return;
    draft.renewKey();
    place.renew();
  };
  const submission = useSubmission({ onTaken: draft.discard, onOver: openRest });
  const isTaken = submission.earned !== null || submission.waitsFor !== null;
  const rest = restOf(submission, place);
  const over = (submission.over && rest === null) || place.lost || draft.takenElsewhere;
  useForgetAssessment(ownerId, test.profile?.groupId, isTaken || over);
  return {
    draft,
    remaining: remainingOf(test, draft.entries),
    /** With the server, or safe on this device. */
    isTaken,
    /** It cannot be submitted any more. */
    over,
    problem: isTaken
      ? null
      : problemOf(draft.takenElsewhere, place.lost, rest ? wordsOfRest[rest] : submission.problem),
    busy: submission.busy || rest === 'opening',
    earnedTokens: submission.earned,
    unrewarded: submission.unrewarded,
    payable: submission.payable,
    waitsFor: submission.waitsFor,
    submit: () => submission.submit(contentOf(test, draft.entries, { ownerId, raterId }), draft.idempotencyKey),
  };
}

/** What becomes of the photos of a refused submission that are not over. */
function restOf({ over, submittedAt }: Pick<ReturnType<typeof useSubmission>, 'over' | 'submittedAt'>, place: Held) {
  if (!over) return null;
  if (place.renewing) return 'opening';
  return place.openedAt > submittedAt ? 'open' : null;
}

const wordsOfRest = { opening: null, open: assessTexts.refusals.restOpen };

function problemOf(takenElsewhere: boolean, placeLost: boolean, ofSubmission: string | null): string | null {
  if (takenElsewhere) return assessTexts.takenElsewhere;
  return placeLost ? assessTexts.refusals.over : ofSubmission;
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
