import { dashboardTexts } from '../../../lib/texts/dashboard';
import { classNames } from '../../../ui/dom/dom';
import { useWide } from '../../../ui/dom/use-wide';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import pool from './assessment-pool.module.css';
import styles from './photo-tile.module.css';

/** Placeholder for planner and bank. The page waits until all data is known, so that no part pushes another away. */
export function CollectionSkeleton() {
  return (
    <>
      <section className={styles.part}>
        <h2 className={styles.title}>{dashboardTexts.planner}</h2>
        <GridSkeleton />
      </section>
      <section className={styles.part}>
        <h2 className={styles.title}>{dashboardTexts.bank}</h2>
        <GridSkeleton count={6} />
      </section>
    </>
  );
}

export function PoolSkeleton() {
  const wide = useWide();
  return (
    <section className={classNames(pool.pool, !wide && pool.docked)} aria-hidden="true">
      <div className={pool.bar}>
        <Skeleton width="40%" height={24} />
      </div>
      {wide && (
        <div className={classNames(pool.body, styles.cards)}>
          <Skeleton shape="tile" />
          <Skeleton shape="tile" />
        </div>
      )}
    </section>
  );
}

/** Shows as many boxes as a first visit usually fills, in their final size. */
export function GridSkeleton({ count = 3 }: { count?: number }) {
  return (
    <div className={styles.grid}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <Skeleton key={index} shape="tile" />
      ))}
    </div>
  );
}
