import { type CurrentUser, type Photo, PRODUCT } from '@candid/contracts';
import { dashboardTexts } from '../../../lib/texts/dashboard';
import { classNames } from '../../../ui/class-names/class-names';
import { ScrollArea } from '../../../ui/scroll-area/scroll-area';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import type { PhotoList } from '../api/photos';
import { usePoolGate } from '../hooks/use-pool-gate';
import { AddTile } from './add-tile';
import styles from './assessment-pool.module.css';
import { EmptyPool } from './empty-pool';
import { LoadProblem } from './load-problem';
import { PoolCard } from './pool-card';

export interface PoolActs {
  onOpen: (photo: Photo) => void;
  onDone: (photo: Photo) => void;
  onAdd: () => void;
  /** Leads to the choice of a photo for the planner. */
  onPlan: () => void;
}

interface PoolBodyProps extends PoolActs {
  user: CurrentUser | undefined;
  photos: PhotoList;
}

export function PoolBody({ user, photos, ...acts }: PoolBodyProps) {
  const gate = usePoolGate(user);
  if (photos.isLoadingError) {
    return (
      <div className={styles.body}>
        <LoadProblem onRetry={photos.refetch} />
      </div>
    );
  }
  if (!user || !photos.data) {
    return (
      <div className={styles.body}>
        <div className={classNames(styles.cards, styles.slots)}>
          <Skeleton shape="tile" />
          <Skeleton shape="tile" />
        </div>
      </div>
    );
  }
  if (photos.data.length === 0) return <EmptyPool user={user} gate={gate} onAdd={acts.onAdd} onPlan={acts.onPlan} />;
  return (
    <div className={styles.body}>
      <ScrollArea direction="horizontal" frameClassName={styles.strip} className={styles.scroller}>
        <ul className={styles.cards}>
          {photos.data.map((photo, index) => (
            <li key={photo._id}>
              <PoolCard photo={photo} position={index + 1} onOpen={acts.onOpen} onDone={acts.onDone} />
            </li>
          ))}
          {gate === 'open' && (
            <li className={styles.slot}>
              <AddTile label={dashboardTexts.poolAdd} onAdd={acts.onAdd} />
            </li>
          )}
        </ul>
      </ScrollArea>
      {gate === 'planner' && <p className={styles.text}>{dashboardTexts.poolBlocked}</p>}
      {gate === 'waiting' && <p className={styles.text}>{dashboardTexts.firstResults}</p>}
      {gate === 'full' && <p className={styles.text}>{dashboardTexts.poolFull(PRODUCT.poolPhotosMax)}</p>}
    </div>
  );
}
