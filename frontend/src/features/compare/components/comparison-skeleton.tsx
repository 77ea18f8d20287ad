import { Skeleton } from '../../../ui/skeleton/skeleton';
import styles from './comparison-skeleton.module.css';

/** As large as what is coming: two photos with a band each, or a card for each place. */
export function ComparisonSkeleton({ count }: { count: number }) {
  if (count > 2) {
    return (
      <div className={styles.cards}>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all are alike
          <Skeleton key={index} height={192} />
        ))}
      </div>
    );
  }
  return (
    <div className={styles.pair}>
      {[1, 2].map((place) => (
        <div key={place} className={styles.photo}>
          <Skeleton shape="photo" />
          <Skeleton height={66} />
        </div>
      ))}
    </div>
  );
}
