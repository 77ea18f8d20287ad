import type { Photo } from '@candid/contracts';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime, formatMinutes } from '../../../lib/format/format';
import { profileAssessmentTexts as texts } from '../../../lib/texts/profile-assessment';
import { Button } from '../../../ui/button/button';
import { Panel } from '../../../ui/panel/panel';
import { ProgressRing } from '../../../ui/progress-ring/progress-ring';
import type { ProfileGroup } from '../api/groups';
import { minutesLeft, stateOf } from '../group-state';
import type { ProfileAssessments } from '../hooks/use-profile-assessments';
import styles from './assessments-panel.module.css';
import { ActiveBadge, GroupActions, type GroupActs } from './group-actions';
import { PhotoStack } from './photo-stack';

interface AssessmentsPanelProps {
  assessments: ProfileAssessments;
  /** Of the planner. */
  photos: readonly Photo[];
  onOpen: (group: ProfileGroup | undefined) => void;
  onSetUp: (group: ProfileGroup | undefined) => void;
}

/** How many are shown before somebody asks for the others. */
const shownFirst = 3;

/** The person's profile assessments, newest first; a profile that nobody was asked about stands before them. */
export function AssessmentsPanel({ assessments, photos, onOpen, onSetUp }: AssessmentsPanelProps) {
  const { groups, current, query } = assessments;
  const [all, setAll] = useState(false);
  if (!query.data || (photos.length === 0 && groups.length === 0)) return null;
  const shown = all ? groups : groups.slice(0, shownFirst);
  const row = (group: ProfileGroup | undefined, of: readonly Photo[]) => (
    <GroupRow
      group={group}
      photos={of}
      busy={assessments.busy}
      onOpen={() => onOpen(group)}
      onSettings={() => onSetUp(group)}
      onRequest={() => onSetUp(group)}
      onEnd={() => group && assessments.askToEnd(group)}
      onDone={() => group && void assessments.confirm(group)}
    />
  );
  return (
    <Panel title={texts.panel} count={groups.length || undefined}>
      <ul className={styles.rows}>
        {!current && photos.length > 0 && <li>{row(undefined, photos)}</li>}
        {shown.map((group) => (
          <li key={group.groupId}>{row(group, group.photos)}</li>
        ))}
      </ul>
      {groups.length === 0 && <p className={styles.none}>{texts.none}</p>}
      {groups.length > shownFirst && (
        <Button size="s" variant="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? texts.showFewer : texts.showAll(groups.length)}
        </Button>
      )}
    </Panel>
  );
}

interface GroupRowProps extends GroupActs {
  /** Undefined for the planner's photos where nobody was asked about them. */
  group: ProfileGroup | undefined;
  photos: readonly Photo[];
  busy: boolean;
  onOpen: () => void;
}

/** One profile assessment in a list; a tap opens it. */
function GroupRow({ group, photos, busy, onOpen, ...acts }: GroupRowProps) {
  const state = stateOf(group);
  const when = group && formatDateTime(group.currentTestStartedAt);
  const underWay = state === 'assessing' || state === 'complete';
  const isCurrent = group === undefined || group.isCurrentProfile;
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
          <span className={styles.state}>{summaryOf(group, photos.length)}</span>
          {group && underWay ? (
            <ProgressRing value={group.testTimesRated} limit={group.testLimit} ground="plain" />
          ) : (
            <ChevronRight aria-hidden="true" className={styles.arrow} />
          )}
        </span>
      </button>
      <GroupActions
        group={group}
        busy={busy}
        size="s"
        requestLabel={group ? texts.requestComments : texts.request}
        nameOf={when ? (action) => texts.actionOf(action, when) : undefined}
        {...acts}
      />
    </article>
  );
}

function summaryOf(group: ProfileGroup | undefined, photoCount: number): string {
  switch (stateOf(group)) {
    case 'assessing':
      return group ? texts.left(formatMinutes(minutesLeft(group))) : '';
    case 'complete':
      return texts.complete;
    case 'confirmed':
      return group?.testTimesRated
        ? texts.progressDone(group.testTimesRated)
        : texts.endedEarly((group?.comments.length ?? 0) > 0);
    case 'none':
      return texts.photos(photoCount);
  }
}
