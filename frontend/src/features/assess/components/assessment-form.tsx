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
import { LookingFor } from './looking-for';
import { PhotoCards } from './photo-cards';
import { ProfileQuestions } from './profile-questions';

export const pageClass = 'flex flex-1 flex-col wide:mx-auto wide:w-full wide:max-w-page-wide wide:px-6 wide:pt-4';

interface AssessmentFormProps {
  ownerId: string;
  assessment: OpenAssessment;
  catalogue: Catalogue;
  slot: ReservedSlot;
  onLeave: () => void;
  onNext: () => void;
  onReport: (photo: AssessedPhoto) => void;
  covered: boolean;
}

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
    <div className={pageClass}>
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
        {...assessing}
        isProfile={profile !== null}
        ready={isComplete(remaining)}
        over={over && !isTaken}
        button={submitButton}
        slot={!over && <SlotNotice {...slot} />}
        onSubmit={assessing.submit}
        onNext={dropAnd(onNext)}
      />
      <AssessmentDialogs
        {...assessing}
        introduction={introduction}
        leaving={leaving}
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
    <header className="grid grid-cols-[1fr_auto] items-center gap-x-3 pt-[calc(8px+var(--safe-top))] pr-3 pb-3 pl-4 wide:grid-cols-[auto_1fr_auto] wide:gap-5 wide:px-0 [&>section]:col-span-full [&>section]:row-2 wide:[&>section]:col-2 wide:[&>section]:row-1">
      <h1 className="text-20">{title}</h1>
      <LookingFor ownerId={ownerId} title={assessTexts.lookingForSmall} isOpen={isOpen} />
      <IconButton
        className="col-[-2/-1] row-1"
        variant="tone"
        label={assessTexts.closeAssessment}
        icon={<X />}
        onClick={onClose}
      />
    </header>
  );
}

type SlotNoticeProps = Pick<ReservedSlot, 'openedAt' | 'slotMs' | 'renewing' | 'failed' | 'renew'>;

export function SlotNotice({ openedAt, slotMs, renewing, failed, renew }: SlotNoticeProps) {
  const slot = useSlot(openedAt, slotMs);
  if (slot.state === 'held') return null;
  return (
    <Notice
      tone="accent"
      action={
        <Button size="s" busy={renewing} onClick={renew}>
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
  isProfile: boolean;
  ready: boolean;
  busy: boolean;
  problem: string | null;
  over: boolean;
  button: Ref<HTMLButtonElement>;
  slot: ReactNode;
  onSubmit: () => void;
  onNext: () => void;
}

export function SubmitBar(props: SubmitBarProps) {
  const { remaining, isProfile, ready, busy, problem, over, button, slot, onSubmit, onNext } = props;
  return (
    <div
      ref={dockRef}
      className="sticky bottom-0 z-10 grid gap-3 border-t border-t-line bg-surface px-4 pt-3 pb-[calc(12px+var(--safe-bottom))] wide:bottom-6 wide:mx-auto wide:w-[min(640px,100%)] wide:rounded-24 wide:border wide:border-line wide:px-5 wide:py-4 wide:shadow-sheet"
    >
      <NoticeRegion>{!problem && slot}</NoticeRegion>
      {problem && <Notice tone="danger">{problem}</Notice>}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-[301px]:flex-col max-[301px]:items-stretch max-[301px]:gap-2 [&>button]:max-w-full [&>button]:min-w-[min(148px,36vw)] [&>button]:flex-none">
        <dl
          className="grid gap-px text-14 wide:flex wide:gap-5 wide:text-16 [&_dd]:min-w-[1ch] [&_dd]:font-heavy [&_dd]:tabular-nums [&_dt]:text-ink-soft [&>div]:flex [&>div]:flex-row-reverse [&>div]:justify-end [&>div]:gap-1.5"
          aria-live="polite"
        >
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
