import { dashboardTexts } from '../../../lib/texts/dashboard';
import { classNames } from '../../../ui/class-names/class-names';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import pool from './assessment-pool.module.css';
import styles from './dashboard-skeleton.module.css';
import { GridSkeleton } from './grid-skeleton';

/** Planner and bank until all of the page is known: it then comes at once, instead of one part pushing the next away. */
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

/** Where the pool will be docked. */
export function PoolSkeleton() {
  return (
    <section className={classNames(pool.pool, styles.pool)} aria-hidden="true">
      <Skeleton width="40%" height={24} />
      <div className={styles.cards}>
        <Skeleton shape="tile" />
        <Skeleton shape="tile" />
      </div>
    </section>
  );
}
