import type { Photo } from '@candid/contracts';
import { ChevronRight } from 'lucide-react';
import { formatDateTime, formatMinutes } from '../../../lib/format/format';
import { profileAssessmentTexts as texts } from '../../../lib/texts/profile-assessment';
import { ProgressRing } from '../../../ui/progress-ring/progress-ring';
import type { ProfileGroup } from '../api/groups';
import { minutesLeft, stateOf } from '../hooks/group-state';
import { ActiveBadge } from './active-badge';
import styles from './assessments-panel.module.css';
import { GroupActions, type GroupActs } from './group-actions';
import { PhotoStack } from './photo-stack';

interface GroupRowProps extends GroupActs {
  /** Undefined for the planner's photos where nobody was asked about them. */
  group: ProfileGroup | undefined;
  photos: readonly Photo[];
  busy: boolean;
  onOpen: () => void;
}

/** One profile assessment in a list; a tap opens it. */
export function GroupRow({ group, photos, busy, onOpen, ...acts }: GroupRowProps) {
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
      return texts.progressDone(group?.testTimesRated ?? 0);
    case 'none':
      return texts.photos(photoCount);
  }
}
