import type { Photo as PhotoRecord } from '@candid/contracts';
import { useDraggable } from '@dnd-kit/core';
import type { ReactNode } from 'react';
import { shownScore } from '../../../lib/scores/fair-score';
import { dashboardTexts } from '../../../lib/texts/dashboard';
import { classNames } from '../../../ui/class-names/class-names';
import { Photo } from '../../../ui/photo/photo';
import { ScoreChip } from '../../../ui/score-chip/score-chip';
import styles from './photo-tile.module.css';

interface PhotoTileProps {
  photo: PhotoRecord;
  onOpen: (photo: PhotoRecord) => void;
  /** Under the photo. */
  caption?: ReactNode;
  /** Over the photo's lower left corner. */
  badge?: ReactNode;
}

/** A photo with its score; a tap opens it, a drag moves it. */
export function PhotoTile({ photo, onOpen, caption, badge }: PhotoTileProps) {
  const { setNodeRef, listeners, isDragging } = useDraggable({ id: photo._id, data: { photo } });
  return (
    <div className={styles.tile}>
      <div className={styles.picture}>
        <button
          ref={setNodeRef}
          {...listeners}
          type="button"
          className={classNames(styles.face, isDragging && styles.away)}
          aria-label={describePhoto(photo)}
          onClick={() => onOpen(photo)}
        >
          <Photo source={photo} alt="" sizes="(min-width: 900px) 180px, 33vw" corners="small" />
        </button>
        <span className={styles.chip}>
          <ScoreChip score={shownScore(photo)} size="s" />
        </span>
        {badge && <span className={styles.badge}>{badge}</span>}
      </div>
      {caption}
    </div>
  );
}

export function describePhoto(photo: PhotoRecord): string {
  if (photo.section === 'testing') return dashboardTexts.photoTesting(photo.testTimesRated, photo.testLimit);
  const score = shownScore(photo);
  return score === null ? dashboardTexts.photoUnrated : dashboardTexts.photoRated(score, photo.timesRated);
}
