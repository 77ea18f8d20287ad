import type { Catalogue } from '@candid/contracts';
import { useRef, useState } from 'react';
import { assessTexts } from '../../../lib/texts/assess';
import type { OpenTest } from '../api/tests';
import { isComplete } from '../hooks/progress';
import { useAssessment } from '../hooks/use-assessment';
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
  const assessment = useAssessment(ownerId, test, place.lost);
  const { draft, remaining, isTaken, over } = assessment;
  const [leaving, setLeaving] = useState(false);
  const introduction = useBenchmarkIntroduction(test.benchmarkPhotos.length > 0);
  const submitButton = useRef<HTMLButtonElement>(null);
  const { profile } = test;
  const asked = {
    draft,
    catalogue,
    keys: !leaving && !isTaken && !introduction.open,
    onPictureLost: place.renewPictures,
  };
  const dropAnd = (go: () => void) => () => {
    draft.discard();
    go();
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
        busy={assessment.busy}
        problem={assessment.problem}
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
        onSubmit={assessment.submit}
        onNext={dropAnd(onNext)}
      />
      <AssessmentDialogs
        introduction={introduction}
        leaving={leaving}
        earnedTokens={assessment.earnedTokens}
        waitsFor={assessment.waitsFor}
        onStay={() => setLeaving(false)}
        onLeave={dropAnd(onLeave)}
        onDone={onLeave}
      />
    </div>
  );
}
