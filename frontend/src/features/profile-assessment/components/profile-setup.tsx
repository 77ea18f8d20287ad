import type { Catalogue, CurrentUser, Photo } from '@candid/contracts';
import { useState } from 'react';
import { hasCode } from '../../../lib/api/errors';
import { type Choice, everyPhrase, toCommentsSelected } from '../../../lib/comments/choice';
import { useAction } from '../../../lib/query/use-action';
import { profileAssessmentTexts as texts } from '../../../lib/texts/profile-assessment';
import { setupTexts } from '../../../lib/texts/setup';
import { Notice } from '../../../ui/notice/notice';
import { CommentSelection } from '../../../ui/setup/comment-selection';
import setup from '../../../ui/setup/setup.module.css';
import { Sheet } from '../../../ui/sheet/sheet';
import { Stepper } from '../../../ui/stepper/stepper';
import { type AcceptedGroup, type ProfileGroup, submitGroup } from '../api/groups';
import { costOf, limitsOf, problemOf, type RunningNow } from '../hooks/settings-rules';
import { submitMessageOf } from '../hooks/submit-message';
import { ActiveBadge } from './active-badge';
import { ProfilePreview } from './profile-preview';
import { SetupFooter } from './setup-footer';

interface ProfileSetupProps {
  open: boolean;
  user: CurrentUser;
  /** Of the planner. */
  photos: readonly Photo[];
  catalogue: Catalogue;
  /** The one to change or to have run again; undefined for a profile that nobody was asked about. */
  group: ProfileGroup | undefined;
  /** The phrases asked for; as before, or all of them, where none are named. */
  phraseIds?: readonly number[];
  onSubmitted: (accepted: AcceptedGroup, startedRun: boolean) => void;
  onShort: () => void;
  onClose: () => void;
}

/** Who is asked about the profile, what about and for how much, and starts it. */
export default function ProfileSetup(props: ProfileSetupProps) {
  const { user, photos, catalogue, group } = props;
  const running: RunningNow | undefined = group?.running ? group : undefined;
  const limits = limitsOf(user.hasFirstTested, running);
  const [wanted, setWanted] = useState(limits.start);
  // Somebody may finish while the sheet is open.
  const evaluators = Math.max(limits.min, wanted);
  const [before] = useState<Choice>(() => startingChoice(props));
  const [choice, setChoice] = useState(before);
  const submitting = useAction(submitGroup, (accepted, { startsRun }) => props.onSubmitted(accepted, startsRun));
  const cost = costOf(evaluators, running);
  const problem = problemOf(evaluators, cost, user.tokenCount);
  const failure = submitting.error === null ? null : submitMessageOf(submitting.error);

  const submit = async () => {
    const request = {
      userId: user.userId,
      startsRun: running === undefined,
      groupId: group?.groupId ?? null,
      photoIds: (group?.photos ?? photos).map(({ _id }) => _id),
      evaluatorsCount: evaluators,
      commentsSelected: toCommentsSelected(catalogue, choice),
    };
    await submitting.run(request).catch((error: unknown) => hasCode(error, 'INSUFFICIENT_TOKENS') && props.onShort());
  };

  return (
    <Sheet
      open={props.open}
      onClose={() => !submitting.busy && props.onClose()}
      title={texts.settingsTitle}
      description={texts.settingsLead}
      footer={
        <SetupFooter
          evaluators={evaluators}
          running={running}
          balanceTokens={user.tokenCount}
          busy={submitting.busy}
          unchanged={running !== undefined && cost === 0 && isSame(choice, before)}
          onAssess={submit}
          onBuyTokens={props.onShort}
        />
      }
    >
      <div className={setup.stack}>
        <div className={setup.heading}>
          <ActiveBadge />
          <ProfilePreview photos={group?.photos ?? photos} small />
        </div>
        {problem && <Notice tone="danger">{problem}</Notice>}
        {failure && <Notice tone="danger">{failure}</Notice>}
        <Stepper
          label={setupTexts.assessors}
          hint={hintOf(limits.fixed, running)}
          fewerLabel={setupTexts.fewer}
          moreLabel={setupTexts.more}
          min={limits.min}
          max={limits.max}
          value={evaluators}
          disabled={limits.fixed || submitting.busy}
          onChange={setWanted}
        />
        <CommentSelection catalogue={catalogue} choice={choice} onChoice={setChoice} />
      </div>
    </Sheet>
  );
}

function startingChoice({ catalogue, group, phraseIds }: ProfileSetupProps): Choice {
  if (phraseIds) return new Set(phraseIds);
  const before = group?.generalCommentsSelected.map(([, phraseId]) => phraseId) ?? [];
  return before.length > 0 ? new Set(before) : everyPhrase(catalogue);
}

const isSame = (one: Choice, other: Choice) => one.size === other.size && [...one].every((id) => other.has(id));

function hintOf(fixed: boolean, running: RunningNow | undefined): string {
  if (fixed) return texts.assessorsFixed;
  return running && running.testTimesRated > 0 ? texts.alreadyDone(running.testTimesRated) : texts.assessorsHint;
}
