import { CircleCheck } from 'lucide-react';
import { profileAssessmentTexts } from '../../../lib/texts/profile-assessment';
import styles from './active-badge.module.css';

/** Marks the photos that stand in the planner now. */
export function ActiveBadge() {
  return (
    <span className={styles.badge}>
      <CircleCheck aria-hidden="true" />
      {profileAssessmentTexts.activeProfile}
    </span>
  );
}
