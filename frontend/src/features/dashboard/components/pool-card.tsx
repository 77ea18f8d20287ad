import type { Photo } from '@candid/contracts';
import { Clock } from 'lucide-react';
import { formatMinutes } from '../../../lib/format/format';
import { remainingMinutes } from '../../../lib/scores/scores';
import { dashboardTexts } from '../../../lib/texts/dashboard';
import { Button } from '../../../ui/button/button';
import { ProgressRing } from '../../../ui/progress-ring/progress-ring';
import styles from './assessment-pool.module.css';
import { PhotoTile } from './photo-tile';

interface PoolCardProps {
  photo: Photo;
  position: number;
  onOpen: (photo: Photo) => void;
  onDone: (photo: Photo) => void;
}

export function PoolCard({ photo, position, onOpen, onDone }: PoolCardProps) {
  const complete = photo.testTimesRated >= photo.testLimit;
  const minutes = remainingMinutes(photo.testLimit, photo.testTimesRated);
  return (
    <PhotoTile
      photo={photo}
      compact
      onOpen={onOpen}
      badge={<ProgressRing value={photo.testTimesRated} limit={photo.testLimit} />}
      caption={
        complete ? (
          <div className={styles.buttons}>
            <Button size="s" aria-label={dashboardTexts.doneFor(position)} onClick={() => onDone(photo)}>
              {dashboardTexts.done}
            </Button>
            <Button size="s" aria-label={dashboardTexts.moreFor(position)} onClick={() => onOpen(photo)}>
              {dashboardTexts.more}
            </Button>
          </div>
        ) : (
          <p className={styles.time}>
            <Clock aria-hidden="true" /> {dashboardTexts.timeLeft(formatMinutes(minutes))}
          </p>
        )
      }
    />
  );
}
