import { formatMinutes } from '../../../lib/format/format';
import { profileAssessmentTexts as texts } from '../../../lib/texts/profile-assessment';
import { ProgressRing } from '../../../ui/progress-ring/progress-ring';
import type { ProfileGroup } from '../api/groups';
import { minutesLeft } from '../hooks/group-state';
import styles from './group-progress.module.css';

/** How far a run is and how long the rest is likely to take. */
export function GroupProgress({ group }: { group: ProfileGroup }) {
  const { testLimit, testTimesRated } = group;
  const complete = testTimesRated >= testLimit;
  return (
    <div className={styles.progress}>
      <ProgressRing value={testTimesRated} limit={testLimit} ground="plain" />
      <div role="status">
        <p className={styles.title}>{complete ? texts.complete : texts.assessing}</p>
        <p className={styles.lead}>
          {complete ? texts.completeLead : texts.progress(testTimesRated, testLimit, formatMinutes(minutesLeft(group)))}
        </p>
      </div>
    </div>
  );
}
