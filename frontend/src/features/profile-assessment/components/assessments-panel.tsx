import type { Photo } from '@candid/contracts';
import { useState } from 'react';
import { profileAssessmentTexts as texts } from '../../../lib/texts/profile-assessment';
import { Button } from '../../../ui/button/button';
import { Panel } from '../../../ui/panel/panel';
import type { ProfileGroup } from '../api/groups';
import type { ProfileAssessments } from '../hooks/use-profile-assessments';
import styles from './assessments-panel.module.css';
import { GroupRow } from './group-row';

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
