import type { Catalogue } from '@candid/contracts';
import { useRef, useState } from 'react';
import { useUserId } from '../../../lib/session/use-session';
import { assessTexts } from '../../../lib/texts/assess';
import type { Submission } from '../api/submit';
import type { OpenTest } from '../api/tests';
import { entryOf, isComplete, photosToRate, remainingOf } from '../hooks/progress';
import { useDraft } from '../hooks/use-draft';
import { useSubmission } from '../hooks/use-submission';
import { AssessmentDialogs, useBenchmarkIntroduction } from './assessment-dialogs';
import styles from './assessment-form.module.css';
import { AssessmentHeader } from './assessment-header';
import { PhotoCards } from './photo-cards';
import { ProfileQuestions } from './profile-questions';
import { SlotNotice } from './slot-notice';
import { SubmitBar } from './submit-bar';

export interface Place {
  /** When it was reserved, in Unix milliseconds. */
  readonly openedAt: number;
  readonly renewing: boolean;
  readonly failed: boolean;
  /** The test is complete or has been ended since. */
  readonly lost: boolean;
  renew(): void;
  /** A picture did not come; its link may have expired. */
  renewPictures(): void;
}

interface AssessmentFormProps {
  ownerId: string;
  test: OpenTest;
  catalogue: Catalogue;
  place: Place;
  /** Back to the feed, whatever has been entered. */
  onLeave: () => void;
  /** On to another test, because this one cannot be submitted any more. */
  onNext: () => void;
}

/** All that is asked about a person's photos, or about their profile as a whole, sent together. */
export function AssessmentForm({ ownerId, test, catalogue, place, onLeave, onNext }: AssessmentFormProps) {
  const raterId = useUserId();
  const draft = useDraft(test.id);
  const submission = useSubmission(draft.discard);
  const [leaving, setLeaving] = useState(false);
  const introduction = useBenchmarkIntroduction(test.benchmarkPhotos.length > 0);
  const submitButton = useRef<HTMLButtonElement>(null);
  const { profile } = test;
  const remaining = remainingOf(test, draft.entries);
  const isTaken = submission.earned !== null || submission.waiting;
  const over = submission.over || place.lost || draft.takenElsewhere;
  const problem = draft.takenElsewhere
    ? assessTexts.takenElsewhere
    : place.lost
      ? assessTexts.refusals.over
      : submission.problem;
  const asked = {
    draft,
    catalogue,
    keys: !leaving && !isTaken && !introduction.open,
    onPictureLost: place.renewPictures,
  };

  return (
    <div className={styles.page}>
      <AssessmentHeader
        title={profile ? assessTexts.profileTitle : assessTexts.testingTitle}
        ownerId={ownerId}
        onClose={() => setLeaving(true)}
      />
      {profile ? (
        <ProfileQuestions test={test} questions={profile} {...asked} />
      ) : (
        <PhotoCards test={test} submitButton={submitButton} {...asked} />
      )}
      <SubmitBar
        remaining={remaining}
        isProfile={profile !== null}
        ready={isComplete(remaining)}
        busy={submission.busy}
        problem={isTaken ? null : problem}
        over={over && !isTaken}
        button={submitButton}
        slot={
          !over && (
            <SlotNotice
              openedAt={place.openedAt}
              renewing={place.renewing}
              failed={place.failed}
              onRenew={place.renew}
            />
          )
        }
        onSubmit={() => submission.submit(contentOf(test, draft.entries, { ownerId, raterId }), draft.idempotencyKey)}
        onNext={() => {
          draft.discard();
          onNext();
        }}
      />
      <AssessmentDialogs
        introduction={introduction}
        leaving={leaving}
        earnedTokens={submission.earned}
        waiting={submission.waiting}
        onStay={() => setLeaving(false)}
        onLeave={() => {
          draft.discard();
          onLeave();
        }}
        onDone={onLeave}
      />
    </div>
  );
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
