import { useUserId } from '../../../lib/session/use-session';
import { assessTexts } from '../../../lib/texts/assess';
import type { Submission } from '../api/submit';
import type { OpenTest } from '../api/tests';
import { entryOf, photosToRate, remainingOf } from './progress';
import { useDraft } from './use-draft';
import { useForgetTest } from './use-forget-test';
import { useSubmission } from './use-submission';

/** One person's assessment of a test: what has been entered, whether it can still be submitted, and how that goes. */
export function useAssessment(ownerId: string, test: OpenTest, placeLost: boolean) {
  const raterId = useUserId();
  const draft = useDraft(test.id);
  const submission = useSubmission(draft.discard);
  const isTaken = submission.earned !== null || submission.waitsFor !== null;
  const over = submission.over || placeLost || draft.takenElsewhere;
  useForgetTest(ownerId, test.profile?.groupId, isTaken || over);
  return {
    draft,
    remaining: remainingOf(test, draft.entries),
    /** With the server, or safe on this device. */
    isTaken,
    /** It cannot be submitted any more. */
    over,
    problem: isTaken ? null : problemOf(draft.takenElsewhere, placeLost, submission.problem),
    busy: submission.busy,
    earnedTokens: submission.earned,
    waitsFor: submission.waitsFor,
    submit: () => submission.submit(contentOf(test, draft.entries, { ownerId, raterId }), draft.idempotencyKey),
  };
}

function problemOf(takenElsewhere: boolean, placeLost: boolean, ofSubmission: string | null): string | null {
  if (takenElsewhere) return assessTexts.takenElsewhere;
  return placeLost ? assessTexts.refusals.over : ofSubmission;
}

function contentOf(
  { photos, profile }: OpenTest,
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
