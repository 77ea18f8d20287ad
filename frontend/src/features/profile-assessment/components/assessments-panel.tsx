import type { Photo as PhotoRecord } from '@candid/contracts';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime, formatMinutes } from '../../../lib/format/format';
import { profileAssessmentTexts } from '../../../lib/texts/profile-assessment';
import { Photo } from '../../../shared/photos/photo';
import { ProgressRing } from '../../../shared/scores/progress-ring';
import { Button } from '../../../ui/button/button';
import { Panel } from '../../../ui/panel/panel';
import type { ProfileAssessments } from '../hooks/use-profile-assessments';
import { minutesLeft, type ProfileRound, stateOf } from '../round-state';
import { ActiveBadge, RoundActions, type RoundActs } from './round-actions';

interface AssessmentsPanelProps {
  assessments: ProfileAssessments;
  onOpen: (round: ProfileRound) => void;
  onSetUp: (round: ProfileRound) => void;
}

const shownFirst = 3;

export function AssessmentsPanel({ assessments, onOpen, onSetUp }: AssessmentsPanelProps) {
  const rounds = assessments.rounds.filter((round) => round !== assessments.current);
  const [all, setAll] = useState(false);
  if (rounds.length === 0) return null;
  const shown = all ? rounds : rounds.slice(0, shownFirst);
  return (
    <Panel title={profileAssessmentTexts.panel} count={rounds.length} folded>
      <ul className="grid grid-cols-1 gap-2">
        {shown.map((round) => (
          <li key={round.groupId}>
            <RoundRow
              round={round}
              busy={assessments.busy}
              onOpen={() => onOpen(round)}
              onSettings={() => onSetUp(round)}
              onRequest={() => onSetUp(round)}
              onEnd={() => assessments.askToEnd(round)}
              onDone={() => void assessments.confirm(round)}
            />
          </li>
        ))}
      </ul>
      {rounds.length > shownFirst && (
        <Button size="s" variant="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? profileAssessmentTexts.showFewer : profileAssessmentTexts.showAll(rounds.length)}
        </Button>
      )}
    </Panel>
  );
}

interface RoundRowProps extends RoundActs {
  round: ProfileRound;
  busy: boolean;
  onOpen: () => void;
}

function RoundRow({ round, busy, onOpen, ...acts }: RoundRowProps) {
  const state = stateOf(round);
  const when = formatDateTime(round.currentTestStartedAt);
  return (
    <article className="grid grid-cols-1 gap-3 rounded-16 border border-line bg-surface px-4 py-3 pointer-coarse:[&_button]:min-h-target">
      <button
        type="button"
        className="grid w-full grid-cols-1 gap-2 rounded-8 border-0 bg-transparent p-0 text-left"
        onClick={onOpen}
      >
        <span className="sr-only">{profileAssessmentTexts.openOne} </span>
        <span className="flex min-h-6.5 flex-wrap items-center justify-between gap-3 gap-x-3 gap-y-1">
          <span className="font-bold tabular-nums">{when}</span>
          {round.isCurrentProfile && <ActiveBadge />}
        </span>
        <span className="flex min-h-14 flex-wrap items-center gap-3">
          <PhotoStack photos={round.photos} />
          <span className="flex-1 text-14 text-ink-soft tabular-nums">{summaryOf(round)}</span>
          {state === 'confirmed' ? (
            <ChevronRight aria-hidden="true" className="size-5 flex-none text-ink-faint" />
          ) : (
            <ProgressRing value={round.testTimesRated} limit={round.testLimit} ground="plain" />
          )}
        </span>
      </button>
      <RoundActions
        round={round}
        busy={busy}
        size="s"
        requestLabel={profileAssessmentTexts.requestComments}
        nameOf={(action) => profileAssessmentTexts.actionOf(action, when)}
        {...acts}
      />
    </article>
  );
}

function summaryOf(round: ProfileRound): string {
  switch (stateOf(round)) {
    case 'assessing':
      return profileAssessmentTexts.left(formatMinutes(minutesLeft(round)));
    case 'complete':
      return profileAssessmentTexts.complete;
    default:
      return round.testTimesRated > 0
        ? profileAssessmentTexts.progressDone(round.testTimesRated)
        : profileAssessmentTexts.endedEarly(round.comments.length > 0);
  }
}

const stackedMax = 5;

function PhotoStack({ photos }: { photos: readonly PhotoRecord[] }) {
  const rest = photos.length - stackedMax;
  return (
    <span className="flex flex-none items-center" aria-hidden="true">
      {photos.slice(0, stackedMax).map((photo) => (
        <span
          key={photo._id}
          className="block w-11 overflow-hidden rounded-8 [box-shadow:0_0_0_2px_var(--color-surface)] [&+&]:-ml-6.5"
        >
          <Photo source={photo} alt="" sizes="44px" corners="edge" />
        </span>
      ))}
      {rest > 0 && (
        <span className="ml-1 text-13 font-bold text-ink-soft tabular-nums">{profileAssessmentTexts.more(rest)}</span>
      )}
    </span>
  );
}
