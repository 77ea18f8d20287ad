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
import { KeysHint } from './keys-hint';
import { LookingFor } from './looking-for';
import { PhotoCards } from './photo-cards';
import { ProfileQuestions } from './profile-questions';

/** On wide screens, photos are on the left and as high as the window; the slider on the right has at least 400 px. */
export const pageClass =
  'flex flex-1 flex-col wide:mx-auto wide:w-full wide:max-w-400 wide:p-6 wide:[--photo:min((100dvh-48px)*0.8,100%-40px-min(588px,60%))]';
export const columnsClass =
  'flex flex-1 flex-col wide:grid wide:grid-cols-[calc(var(--photo))_minmax(0,1fr)] wide:grid-rows-[auto_1fr] wide:gap-x-10 wide:gap-y-6';

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
      <div className={columnsClass}>
        <AssessmentHeader
          title={profile ? assessTexts.profileTitle : assessTexts.testingTitle}
          keysHint={profile ? assessTexts.profileKeysHint : assessTexts.keysHint}
          ownerId={ownerId}
          isOpen
          onClose={() => setLeaving(true)}
        />
        {profile ? (
          <ProfileQuestions assessment={assessment} questions={profile} {...asked} />
        ) : (
          <PhotoCards assessment={assessment} submitButton={submitButton} {...asked} />
        )}
      </div>
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
  keysHint: string;
  ownerId: string;
  isOpen: boolean;
  onClose: () => void;
}

export function AssessmentHeader({ title, keysHint, ownerId, isOpen, onClose }: AssessmentHeaderProps) {
  return (
    // The first row of photos also covers this part of the page.
    <header className="grid grid-cols-[1fr_auto] items-center gap-x-3 pt-[calc(8px+var(--safe-top))] pr-3 pb-3 pl-4 wide:relative wide:z-1 wide:col-start-2 wide:row-start-1 wide:gap-y-2 wide:p-0 [&>section]:col-span-full">
      <h1 className="text-20">{title}</h1>
      <IconButton variant="tone" label={assessTexts.closeAssessment} icon={<X />} onClick={onClose} />
      <LookingFor ownerId={ownerId} title={assessTexts.lookingForSmall} isOpen={isOpen} />
      <KeysHint>{keysHint}</KeysHint>
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
      className="sticky bottom-0 z-10 grid gap-3 border-t border-t-line bg-surface px-4 pt-3 pb-[calc(12px+var(--safe-bottom))] wide:mt-6 wide:-mb-6 wide:ml-[calc(var(--photo)+40px)] wide:rounded-t-24 wide:border wide:border-b-0 wide:border-line wide:px-5 wide:py-4 wide:shadow-sheet"
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
