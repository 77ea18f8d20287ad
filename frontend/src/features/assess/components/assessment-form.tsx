import type { AssessedPhoto, Catalogue } from '@candid/contracts';
import { X } from 'lucide-react';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { assessTexts } from '../../../lib/texts/assess';
import { Button } from '../../../ui/button/button';
import { dockRef } from '../../../ui/dock/dock';
import { IconButton } from '../../../ui/icon-button/icon-button';
import { Notice, NoticeRegion } from '../../../ui/notice/notice';
import { type ReservedSlot, useAssessment, useSlot } from '../hooks/use-assessment';
import { isComplete, type OpenAssessment, type Remaining } from '../open-assessment';
import { AssessmentDialogs, useBenchmarkIntroduction } from './assessment-dialogs';
import styles from './assessment-form.module.css';
import { LookingFor } from './looking-for';
import { PhotoCards } from './photo-cards';
import { ProfileQuestions } from './profile-questions';

interface AssessmentFormProps {
  ownerId: string;
  assessment: OpenAssessment;
  catalogue: Catalogue;
  slot: ReservedSlot;
  /** Leads back to the feed, even if something is entered. */
  onLeave: () => void;
  /** Leads to another assessment, because this one can no longer be submitted. */
  onNext: () => void;
  onReport: (photo: AssessedPhoto) => void;
  /** True while a sheet covers the page; disables the keyboard shortcuts. */
  covered: boolean;
}

/** All questions about an owner's photos, or about the whole profile, in one submission. */
export function AssessmentForm(props: AssessmentFormProps) {
  const { ownerId, assessment, catalogue, slot, onLeave, onNext } = props;
  const assessing = useAssessment(ownerId, assessment, slot);
  const { draft, remaining, isTaken, over } = assessing;
  const [leaving, setLeaving] = useState(false);
  const introduction = useBenchmarkIntroduction(assessment.benchmarkPhotos.length > 0);
  const submitButton = useRef<HTMLButtonElement>(null);
  const { profile } = assessment;
  const asked = {
    draft,
    catalogue,
    keys: !leaving && !isTaken && !introduction.open && !props.covered,
    onPictureLost: slot.renewPictures,
    onReport: props.onReport,
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
        <ProfileQuestions assessment={assessment} questions={profile} {...asked} />
      ) : (
        <PhotoCards assessment={assessment} submitButton={submitButton} {...asked} />
      )}
      <SubmitBar
        remaining={remaining}
        isProfile={profile !== null}
        ready={isComplete(remaining)}
        busy={assessing.busy}
        problem={assessing.problem}
        over={over && !isTaken}
        button={submitButton}
        slot={
          !over && (
            <SlotNotice
              openedAt={slot.openedAt}
              slotMs={slot.slotMs}
              renewing={slot.renewing}
              failed={slot.failed}
              onRenew={slot.renew}
            />
          )
        }
        onSubmit={assessing.submit}
        onNext={dropAnd(onNext)}
      />
      <AssessmentDialogs
        introduction={introduction}
        leaving={leaving}
        earnedTokens={assessing.earnedTokens}
        unrewarded={assessing.unrewarded}
        payable={assessing.payable}
        waitsFor={assessing.waitsFor}
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
  /** When the slot was reserved, in Unix milliseconds. */
  openedAt: number;
  /** Duration of the slot in milliseconds, counted from `openedAt`. */
  slotMs: number;
  renewing: boolean;
  /** The renewal got no answer. */
  failed: boolean;
  onRenew: () => void;
}

/** Warns in time before the slot expires, and says that the entries stay. */
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

interface SubmitBarProps {
  remaining: Remaining;
  /** A profile gets comments but no rating. */
  isProfile: boolean;
  ready: boolean;
  busy: boolean;
  problem: string | null;
  over: boolean;
  button: Ref<HTMLButtonElement>;
  /** Message about the reserved slot. */
  slot: ReactNode;
  onSubmit: () => void;
  onNext: () => void;
}

export function SubmitBar(props: SubmitBarProps) {
  const { remaining, isProfile, ready, busy, problem, over, button, slot, onSubmit, onNext } = props;
  return (
    <div ref={dockRef} className={styles.bar}>
      <NoticeRegion>{!problem && slot}</NoticeRegion>
      {problem && <Notice tone="danger">{problem}</Notice>}
      <div className={styles.row}>
        <dl className={styles.counters} aria-live="polite">
          {!isProfile && (
            <div>
              <dt>{assessTexts.ratingsRemaining}</dt>
              <dd>{remaining.ratings}</dd>
            </div>
          )}
          <div>
            <dt>{isProfile ? assessTexts.commentsRequired : assessTexts.commentsRemaining}</dt>
            <dd>{remaining.comments}</dd>
          </div>
        </dl>
        {over ? (
          <Button variant="primary" onClick={onNext}>
            {assessTexts.nextAssessment}
          </Button>
        ) : (
          <Button ref={button} variant="primary" disabled={!ready} busy={busy} onClick={onSubmit}>
            {busy ? assessTexts.submitting : assessTexts.submit}
          </Button>
        )}
      </div>
    </div>
  );
}
