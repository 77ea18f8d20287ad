import { dashboardTexts } from '../../../lib/texts/dashboard';
import { useWide } from '../../../ui/dom/use-wide';
import { Repeated, Skeleton } from '../../../ui/skeleton/skeleton';
import { barClass, poolClass } from './assessment-pool';
import { gridClass } from './photo-tile';

const titleClass = 'mb-1 flex min-h-12 items-center';

/** Placeholder for planner and bank until all data is known, so that no part of the page moves another part. */
export function CollectionSkeleton() {
  return (
    <>
      <section className="pb-5">
        <h2 className={titleClass}>{dashboardTexts.planner}</h2>
        <GridSkeleton />
      </section>
      <section className="pb-5">
        <h2 className={titleClass}>{dashboardTexts.bank}</h2>
        <GridSkeleton count={6} />
      </section>
    </>
  );
}

export function PoolSkeleton() {
  const wide = useWide();
  return (
    <section className={poolClass(!wide)} aria-hidden="true">
      <div className={barClass}>
        <Skeleton width="40%" height={24} />
      </div>
      {wide && (
        <div className="grid grid-cols-3 gap-3 px-5 pb-5">
          <Skeleton shape="tile" />
          <Skeleton shape="tile" />
        </div>
      )}
    </section>
  );
}

export function GridSkeleton({ count = 3 }: { count?: number }) {
  return (
    <div className={gridClass}>
      <Repeated times={count}>
        <Skeleton shape="tile" />
      </Repeated>
    </div>
  );
}
