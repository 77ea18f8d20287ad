import type { Photo } from '@candid/contracts';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime, formatMinutes } from '../../../lib/format/format';
import { profileAssessmentTexts as texts } from '../../../lib/texts/profile-assessment';
import { ProgressRing } from '../../../shared/scores/progress-ring';
import { Button } from '../../../ui/button/button';
import { Panel } from '../../../ui/panel/panel';
import type { ProfileRound } from '../api/rounds';
import type { ProfileAssessments } from '../hooks/use-profile-assessments';
import { minutesLeft, stateOf } from '../round-state';
import styles from './assessments-panel.module.css';
import { PhotoStack } from './photo-stack';
import { ActiveBadge, RoundActions, type RoundActs } from './round-actions';

interface AssessmentsPanelProps {
  assessments: ProfileAssessments;
  /** Of the planner. */
  photos: readonly Photo[];
  onOpen: (round: ProfileRound | undefined) => void;
  onSetUp: (round: ProfileRound | undefined) => void;
}

/** How many are shown before somebody asks for the others. */
const shownFirst = 3;

/** The person's profile assessments, newest first; a profile that nobody was asked about stands before them. */
export function AssessmentsPanel({ assessments, photos, onOpen, onSetUp }: AssessmentsPanelProps) {
  const { rounds, current, query } = assessments;
  const [all, setAll] = useState(false);
  if (!query.data || (photos.length === 0 && rounds.length === 0)) return null;
  const shown = all ? rounds : rounds.slice(0, shownFirst);
  const row = (round: ProfileRound | undefined, of: readonly Photo[]) => (
    <RoundRow
      round={round}
      photos={of}
      busy={assessments.busy}
      onOpen={() => onOpen(round)}
      onSettings={() => onSetUp(round)}
      onRequest={() => onSetUp(round)}
      onEnd={() => round && assessments.askToEnd(round)}
      onDone={() => round && void assessments.confirm(round)}
    />
  );
  return (
    <Panel title={texts.panel} count={rounds.length || undefined}>
      <ul className={styles.rows}>
        {!current && photos.length > 0 && <li>{row(undefined, photos)}</li>}
        {shown.map((round) => (
          <li key={round.groupId}>{row(round, round.photos)}</li>
        ))}
      </ul>
      {rounds.length === 0 && <p className={styles.none}>{texts.none}</p>}
      {rounds.length > shownFirst && (
        <Button size="s" variant="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? texts.showFewer : texts.showAll(rounds.length)}
        </Button>
      )}
    </Panel>
  );
}

interface RoundRowProps extends RoundActs {
  /** Undefined for the planner's photos where nobody was asked about them. */
  round: ProfileRound | undefined;
  photos: readonly Photo[];
  busy: boolean;
  onOpen: () => void;
}

/** One profile assessment in a list; a tap opens it. */
function RoundRow({ round, photos, busy, onOpen, ...acts }: RoundRowProps) {
  const state = stateOf(round);
  const when = round && formatDateTime(round.currentTestStartedAt);
  const underWay = state === 'assessing' || state === 'complete';
  const isCurrent = round === undefined || round.isCurrentProfile;
  return (
    <article className={styles.row}>
      <button type="button" className={styles.face} onClick={onOpen}>
        <span className="visually-hidden">{when ? texts.openOne : texts.openCurrent} </span>
        <span className={styles.top}>
          <span className={styles.when}>{when ?? texts.notRequested}</span>
          {isCurrent && <ActiveBadge />}
        </span>
        <span className={styles.summary}>
          <PhotoStack photos={photos} />
          <span className={styles.state}>{summaryOf(round, photos.length)}</span>
          {round && underWay ? (
            <ProgressRing value={round.testTimesRated} limit={round.testLimit} ground="plain" />
          ) : (
            <ChevronRight aria-hidden="true" className={styles.arrow} />
          )}
        </span>
      </button>
      <RoundActions
        round={round}
        busy={busy}
        size="s"
        requestLabel={round ? texts.requestComments : texts.request}
        nameOf={when ? (action) => texts.actionOf(action, when) : undefined}
        {...acts}
      />
    </article>
  );
}

function summaryOf(round: ProfileRound | undefined, photoCount: number): string {
  switch (stateOf(round)) {
    case 'assessing':
      return round ? texts.left(formatMinutes(minutesLeft(round))) : '';
    case 'complete':
      return texts.complete;
    case 'confirmed':
      return round?.testTimesRated
        ? texts.progressDone(round.testTimesRated)
        : texts.endedEarly((round?.comments.length ?? 0) > 0);
    case 'none':
      return texts.photos(photoCount);
  }
}
