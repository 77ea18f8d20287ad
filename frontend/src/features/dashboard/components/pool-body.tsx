import { type CurrentUser, type Photo, PRODUCT } from '@candid/contracts';
import { Plus } from 'lucide-react';
import { dashboardTexts } from '../../../lib/texts/dashboard';
import { Button } from '../../../ui/button/button';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import type { PhotoList } from '../api/photos';
import { AddTile } from './add-tile';
import styles from './assessment-pool.module.css';
import { LoadProblem } from './load-problem';
import { PoolCard } from './pool-card';

interface PoolBodyProps {
  user: CurrentUser | undefined;
  photos: PhotoList;
  onOpen: (photo: Photo) => void;
  onDone: (photo: Photo) => void;
  onAdd: () => void;
}

export function PoolBody({ user, photos, onOpen, onDone, onAdd }: PoolBodyProps) {
  if (photos.isLoadingError) {
    return (
      <div className={styles.body}>
        <LoadProblem onRetry={() => photos.refetch()} />
      </div>
    );
  }
  if (!user || !photos.data) {
    return (
      <div className={styles.body}>
        <div className={styles.cards}>
          <Skeleton shape="photo" />
          <Skeleton shape="photo" />
        </div>
      </div>
    );
  }
  const first = !user.hasCompletedFirstAssessment;
  const blocked = first && (user.hasFirstTested || photos.data.length > 0);
  const free = first ? 0 : PRODUCT.poolPhotosMax - photos.data.length;
  if (photos.data.length === 0) {
    return (
      <div className={styles.body}>
        <p className={styles.text}>
          {blocked ? dashboardTexts.poolBlocked : first ? dashboardTexts.poolFirst : dashboardTexts.poolLater}
        </p>
        {!blocked && first && (
          <div className={styles.cards}>
            <AddTile label={dashboardTexts.poolAdd} onAdd={onAdd} />
            <AddTile label={dashboardTexts.poolAdd} onAdd={onAdd} />
          </div>
        )}
        {!blocked && (
          <Button variant="primary" block icon={<Plus />} onClick={onAdd}>
            {first ? dashboardTexts.addPhotos : dashboardTexts.newAssessment}
          </Button>
        )}
      </div>
    );
  }
  return (
    <div className={styles.body}>
      <ul className={styles.cards}>
        {photos.data.map((photo, index) => (
          <li key={photo._id}>
            <PoolCard photo={photo} position={index + 1} onOpen={onOpen} onDone={onDone} />
          </li>
        ))}
        {free > 0 && (
          <li>
            <AddTile label={dashboardTexts.poolAdd} onAdd={onAdd} />
          </li>
        )}
      </ul>
      {blocked && user.hasFirstTested && <p className={styles.text}>{dashboardTexts.poolBlocked}</p>}
      {blocked && !user.hasFirstTested && <p className={styles.text}>{dashboardTexts.firstResults}</p>}
    </div>
  );
}
