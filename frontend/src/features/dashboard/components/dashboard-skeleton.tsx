import { dashboardTexts } from '../../../lib/texts/dashboard';
import { classNames } from '../../../ui/dom/dom';
import { useWide } from '../../../ui/dom/use-wide';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import pool from './assessment-pool.module.css';
import styles from './photo-tile.module.css';

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

/** Where the pool will be: a strip on a phone. */
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

/** As many empty boxes as a first look usually fills, in their final size. */
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
