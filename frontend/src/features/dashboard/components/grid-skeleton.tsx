import { Skeleton } from '../../../ui/skeleton/skeleton';
import styles from './photo-grid.module.css';

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
