import { scoreChartPx } from '../../../ui/score-chart/score-chart';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import styles from './photo-result.module.css';

/** As large as a photo with its score and the picture of its ratings. */
export function PhotoResultSkeleton() {
  return (
    <div className={styles.result}>
      <Skeleton shape="photo" />
      <div className={styles.about}>
        <Skeleton height={64} />
        <Skeleton height={scoreChartPx} />
      </div>
    </div>
  );
}
