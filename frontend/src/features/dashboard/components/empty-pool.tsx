import type { CurrentUser } from '@candid/contracts';
import { Plus } from 'lucide-react';
import { dashboardTexts } from '../../../lib/texts/dashboard';
import { firstAssessmentTokens } from '../../../lib/tokens/first-assessment';
import { Button } from '../../../ui/button/button';
import { LinkButton } from '../../../ui/button/link-button';
import { classNames } from '../../../ui/class-names/class-names';
import { Notice } from '../../../ui/notice/notice';
import type { PoolGate } from '../hooks/pool-gate';
import { AddTile } from './add-tile';
import styles from './assessment-pool.module.css';

interface EmptyPoolProps {
  user: CurrentUser;
  gate: PoolGate;
  onAdd: () => void;
  onPlan: () => void;
}

/** Nothing under assessment: the next step. */
export function EmptyPool({ user, gate, onAdd, onPlan }: EmptyPoolProps) {
  if (gate === 'planner') {
    return (
      <div className={styles.body}>
        <p className={styles.text}>{dashboardTexts.poolBlocked}</p>
        <Button variant="primary" block icon={<Plus />} onClick={onPlan}>
          {dashboardTexts.choosePlanned}
        </Button>
      </div>
    );
  }
  const first = !user.hasCompletedFirstAssessment;
  // Somebody whose first assessment was started over has paid for ratings that are gone.
  if (first && user.tokenCount < firstAssessmentTokens) {
    return (
      <div className={styles.body}>
        <Notice tone="accent">{dashboardTexts.firstShort(firstAssessmentTokens, user.tokenCount)}</Notice>
        <div className={styles.choices}>
          <LinkButton to="/pay" state={{ token_error: true }}>
            {dashboardTexts.buyTokens}
          </LinkButton>
          <LinkButton to="/feed" variant="primary">
            {dashboardTexts.assessOthers}
          </LinkButton>
        </div>
      </div>
    );
  }
  return (
    <div className={styles.body}>
      <p className={styles.text}>{first ? dashboardTexts.poolFirst : dashboardTexts.poolLater}</p>
      {first && (
        <div className={classNames(styles.cards, styles.slots)}>
          <AddTile label={dashboardTexts.poolAdd} onAdd={onAdd} />
          <AddTile label={dashboardTexts.poolAdd} onAdd={onAdd} />
        </div>
      )}
      <Button variant="primary" block icon={<Plus />} onClick={onAdd}>
        {first ? dashboardTexts.addPhotos : dashboardTexts.newAssessment}
      </Button>
    </div>
  );
}
