import type { Catalogue } from '@candid/contracts';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { assessTexts } from '../../../lib/texts/assess';
import { Button } from '../../../ui/button/button';
import { IconButton } from '../../../ui/icon-button/icon-button';
import { Notice } from '../../../ui/notice/notice';
import type { OpenAssessment } from '../api/assessments';
import { type Place, useAssessment } from '../hooks/use-assessment';
import { useSlot } from '../hooks/use-slot';
import { isComplete } from '../progress';
import { AssessmentDialogs, useBenchmarkIntroduction } from './assessment-dialogs';
import styles from './assessment-form.module.css';
import { LookingFor } from './looking-for';
import { PhotoCards } from './photo-cards';
import { ProfileQuestions } from './profile-questions';
import { SubmitBar } from './submit-bar';

interface AssessmentFormProps {
  ownerId: string;
  test: OpenAssessment;
  catalogue: Catalogue;
  place: Place;
  /** Back to the feed, whatever has been entered. */
  onLeave: () => void;
  /** On to another test, because this one cannot be submitted any more. */
  onNext: () => void;
}

/** All that is asked about a person's photos, or about their profile as a whole, sent together. */
export function AssessmentForm({ ownerId, test, catalogue, place, onLeave, onNext }: AssessmentFormProps) {
  const assessment = useAssessment(ownerId, test, place);
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
        isOpen
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
              slotMs={place.slotMs}
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
        unrewarded={assessment.unrewarded}
        payable={assessment.payable}
        waitsFor={assessment.waitsFor}
        onStay={() => setLeaving(false)}
        onLeave={dropAnd(onLeave)}
        onDone={onLeave}
      />
    </div>
  );
}

interface AssessmentHeaderProps {
  title: string;
  ownerId: string;
  isOpen: boolean;
  onClose: () => void;
}

export function AssessmentHeader({ title, ownerId, isOpen, onClose }: AssessmentHeaderProps) {
  return (
    <header className={styles.top}>
      <h1 className={styles.title}>{title}</h1>
      <LookingFor ownerId={ownerId} title={assessTexts.lookingForSmall} isOpen={isOpen} />
      <IconButton
        className={styles.close}
        variant="tone"
        label={assessTexts.closeAssessment}
        icon={<X />}
        onClick={onClose}
      />
    </header>
  );
}

interface SlotNoticeProps {
  /** When the place was reserved, in Unix milliseconds. */
  openedAt: number;
  /** From then on, in milliseconds. */
  slotMs: number;
  renewing: boolean;
  /** Renewing it got no answer. */
  failed: boolean;
  onRenew: () => void;
}

/** Says in good time that the reserved place runs out, and that nothing entered is lost by it. */
export function SlotNotice({ openedAt, slotMs, renewing, failed, onRenew }: SlotNoticeProps) {
  const slot = useSlot(openedAt, slotMs);
  if (slot.state === 'held') return null;
  return (
    <Notice
      tone="accent"
      action={
        <Button size="s" busy={renewing} onClick={onRenew}>
          {slot.state === 'over' ? assessTexts.slotAgain : assessTexts.slotKeep}
        </Button>
      }
    >
      {slot.state === 'over' ? assessTexts.slotOver : assessTexts.slotEnding(slot.minutes)}
      {failed && ` ${assessTexts.slotFailed}`}
    </Notice>
  );
}
