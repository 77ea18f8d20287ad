import { type Catalogue, type CurrentUser, evaluationGroupsRoutes, type Photo, PRODUCT } from '@candid/contracts';
import { useState } from 'react';
import { type Answer, type CallInput, call } from '../../../lib/api/call';
import { ApiError, hasCode } from '../../../lib/api/errors';
import { useAction } from '../../../lib/query/use-act';
import { durationTexts } from '../../../lib/texts/durations';
import { profileAssessmentTexts } from '../../../lib/texts/profile-assessment';
import { setupTexts } from '../../../lib/texts/setup';
import { type Choice, everyPhrase, toCommentsSelected } from '../../../shared/comments/choice';
import { CommentSelection } from '../../../shared/setup/comment-selection';
import { StartFooter } from '../../../shared/setup/start-footer';
import { Notice } from '../../../ui/notice/notice';
import { Sheet } from '../../../ui/sheet/sheet';
import { Stepper } from '../../../ui/stepper/stepper';
import type { ProfileRound } from '../round-state';
import { ProfilePreview } from './profile-preview';
import { ActiveBadge } from './round-actions';

const { requestGroup, changeGroup } = evaluationGroupsRoutes;

export type AcceptedRound = Answer<typeof requestGroup>;

interface ProfileSetupProps {
  open: boolean;
  user: CurrentUser;
  photos: readonly Photo[];
  catalogue: Catalogue;
  /** The running round or, if no round runs, the last round; undefined if the profile was never assessed. */
  round: ProfileRound | undefined;
  /** Phrases for which comments are requested; if undefined, the phrases of the last round, or all phrases. */
  phraseIds?: readonly number[];
  onSubmitted: (accepted: AcceptedRound, startedRun: boolean) => void;
  onShort: () => void;
  onClose: () => void;
}

export default function ProfileSetup(props: ProfileSetupProps) {
  const { user, photos, catalogue, round } = props;
  const running: RunningNow | undefined = round?.running ? round : undefined;
  const limits = limitsOf(user.hasFirstTested, running);
  const [wanted, setWanted] = useState(limits.start);
  // An assessor may finish while the sheet is open, which raises the minimum.
  const assessors = Math.max(limits.min, wanted);
  const [before] = useState<Choice>(() => startingChoice(props));
  const [choice, setChoice] = useState(before);
  const submitting = useAction(submitRound, (accepted, { startsRound }) => props.onSubmitted(accepted, startsRound));
  const cost = costOf(assessors, running);
  const unchanged = running !== undefined && cost === 0 && isSame(choice, before);
  const problem = problemOf(assessors, cost, user.tokenCount);
  const failure = submitting.error === null ? null : submitMessageOf(submitting.error);

  const submit = async () => {
    if (cost > user.tokenCount) return props.onShort();
    const body = {
      userId: user.userId,
      photoIds: (round?.photos ?? photos).map(({ _id }) => _id),
      evaluatorsCount: assessors,
      commentsSelected: toCommentsSelected(catalogue, choice),
    };
    const request = { body, groupId: round?.groupId ?? null, startsRound: running === undefined };
    await submitting.run(request).catch((error: unknown) => hasCode(error, 'INSUFFICIENT_TOKENS') && props.onShort());
  };

  return (
    <Sheet
      open={props.open}
      onClose={() => !submitting.busy && props.onClose()}
      title={profileAssessmentTexts.settingsTitle}
      description={profileAssessmentTexts.settingsLead}
      footer={
        <StartFooter
          cost={cost}
          time={{
            minutes: minutesOf(assessors, running),
            basis: durationTexts.plannedWith(PRODUCT.minutesPerProfileAssessor),
          }}
          balanceTokens={user.tokenCount}
          missingTokens={Math.max(0, cost - user.tokenCount)}
          label={running ? profileAssessmentTexts.update : setupTexts.assess}
          busyLabel={running ? profileAssessmentTexts.updating : profileAssessmentTexts.starting}
          busy={submitting.busy}
          disabled={unchanged || assessors < PRODUCT.assessorsMin}
          onStart={submit}
          isAssessor={user.approvedAssessor}
        />
      }
    >
      <div className="grid grid-cols-1 gap-5">
        <div className="grid gap-3">
          <ActiveBadge />
          <ProfilePreview photos={round?.photos ?? photos} small />
        </div>
        {problem && <Notice tone="danger">{problem}</Notice>}
        {failure && <Notice tone="danger">{failure}</Notice>}
        <Stepper
          label={setupTexts.assessors}
          hint={hintOf(limits.fixed, running)}
          min={limits.min}
          max={limits.max}
          value={assessors}
          disabled={limits.fixed || submitting.busy}
          onChange={(count) => {
            submitting.reset();
            setWanted(count);
          }}
        />
        <CommentSelection
          catalogue={catalogue}
          choice={choice}
          onChoice={(next) => {
            submitting.reset();
            setChoice(next);
          }}
        />
      </div>
    </Sheet>
  );
}

interface WantedRound {
  readonly body: CallInput<typeof requestGroup>['body'];
  readonly groupId: string | null;
  /** True if no round ran when the request was sent. Stored, because the start event may arrive before the answer. */
  readonly startsRound: boolean;
}

const submitRound = ({ body, groupId }: WantedRound, idempotencyKey: string): Promise<AcceptedRound> =>
  groupId === null
    ? call(requestGroup, { body, idempotencyKey })
    : call(changeGroup, { params: { groupId }, body, idempotencyKey });

function startingChoice({ catalogue, round, phraseIds }: ProfileSetupProps): Choice {
  if (phraseIds) return new Set(phraseIds);
  const before = round?.generalCommentsSelected.map(([, phraseId]) => phraseId) ?? [];
  return before.length > 0 ? new Set(before) : everyPhrase(catalogue);
}

const isSame = (one: Choice, other: Choice) => one.size === other.size && [...one].every((id) => other.has(id));

function hintOf(fixed: boolean, running: RunningNow | undefined): string {
  if (fixed) return profileAssessmentTexts.assessorsFixed;
  return running && running.testTimesRated > 0
    ? profileAssessmentTexts.alreadyDone(running.testTimesRated)
    : profileAssessmentTexts.assessorsHint;
}

function submitMessageOf(error: unknown): string {
  const refused = error instanceof ApiError && error.status > 0 && error.code !== 'UNREADABLE';
  return refused ? error.message : profileAssessmentTexts.failed;
}

/** Number of assessors of a profile before its owner's first photo assessment is over. */
const firstProfileAssessors = 5;

type RunningNow = Pick<ProfileRound, 'testLimit' | 'testTimesRated'>;

export function limitsOf(hasFirstTested: boolean, running: RunningNow | undefined) {
  const { assessorsMin, assessorsMax: max } = PRODUCT;
  if (running) {
    return { min: Math.max(assessorsMin, running.testTimesRated), max, start: running.testLimit, fixed: false };
  }
  if (!hasFirstTested) return { min: firstProfileAssessors, max, start: firstProfileAssessors, fixed: true };
  return { min: assessorsMin, max, start: assessorsMin, fixed: false };
}

/** Cost in tokens; negative if the owner gets tokens back for fewer assessors. */
export function costOf(assessors: number, running: RunningNow | undefined): number {
  return (assessors - (running?.testLimit ?? 0)) * PRODUCT.pricePerAssessorTokens;
}

export function minutesOf(assessors: number, running: RunningNow | undefined): number {
  return (assessors - (running?.testTimesRated ?? 0)) * PRODUCT.minutesPerProfileAssessor;
}

export function problemOf(assessors: number, costTokens: number, balanceTokens: number): string | null {
  if (assessors < PRODUCT.assessorsMin) return profileAssessmentTexts.noAssessor;
  return costTokens > balanceTokens ? profileAssessmentTexts.insufficient : null;
}
