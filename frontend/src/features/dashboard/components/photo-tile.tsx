import type { Photo as PhotoRecord } from '@candid/contracts';
import { Crop, Pause, Plus } from 'lucide-react';
import * as m from 'motion/react-m';
import type { KeyboardEvent, ReactNode } from 'react';
import { dashboardTexts } from '../../../lib/texts/dashboard';
import { decisionTexts } from '../../../lib/texts/decisions';
import { Photo } from '../../../shared/photos/photo';
import { tileSizes } from '../../../shared/photos/pictures';
import { shownAverage } from '../../../shared/scores/adjusted-score';
import { AdjustedChip, ScoreChip } from '../../../shared/scores/score-chip';
import { classNames } from '../../../ui/dom/dom';
import { useArrangement } from './arrangement';
import { useDragRules, useLift } from './drag/drag-desk';
import styles from './photo-tile.module.css';

interface PhotoTileProps {
  photo: PhotoRecord;
  onOpen: (photo: PhotoRecord) => void;
  /** Content under the photo. */
  caption?: ReactNode;
  /** Content over the photo's lower left corner. */
  badge?: ReactNode;
  /**
   * `card`: small on a phone, with the caption beside the photo. `thumbnail`: only the picture; its name contains the score.
   */
  look?: 'tile' | 'card' | 'thumbnail';
}

const travel = { type: 'spring', stiffness: 520, damping: 42 } as const;
const inPlace = { duration: 0 };

/** Space lifts the photo; some browsers also press the button when Space is released, which must not happen. */
const keepSpaceForLifting = (event: KeyboardEvent) => event.key === ' ' && event.preventDefault();

/** A photo with its score: a tap opens it, a drag moves it. Moved photos travel to their new places. */
export function PhotoTile({ photo, onOpen, caption, badge, look = 'tile' }: PhotoTileProps) {
  const { lifted, settlingId, helpId } = useDragRules();
  const isDragging = lifted?._id === photo._id;
  const settling = settlingId === photo._id;
  return (
    <m.div
      layout="position"
      layoutId={photo._id}
      layoutDependency={useArrangement()}
      transition={{ layout: settling ? inPlace : travel }}
      className={classNames(styles.frame, styles[look])}
    >
      <div className={styles.picture}>
        <button
          {...useLift(photo._id)}
          type="button"
          className={classNames(styles.face, isDragging && styles.away, settling && !isDragging && styles.arriving)}
          aria-label={describePhoto(photo)}
          aria-describedby={helpId}
          data-return-focus={photo._id}
          onKeyUp={keepSpaceForLifting}
          onClick={() => onOpen(photo)}
        >
          <Photo source={photo} alt="" sizes={tileSizes} corners="small" />
        </button>
        {look !== 'thumbnail' && (
          <>
            <span className={styles.chip}>
              <ScoreChip score={shownAverage(photo)} range={photo.originalRange} size="s" />
            </span>
            {photo.fairScore && (
              <span className={styles.adjusted}>
                <AdjustedChip score={photo.fairScore.score} />
              </span>
            )}
            <ModerationChip photo={photo} />
          </>
        )}
        {badge && !isModerated(photo) && <span className={styles.badge}>{badge}</span>}
      </div>
      {caption}
    </m.div>
  );
}

const isModerated = ({ moderation }: PhotoRecord) => moderation === 'held' || moderation === 'crop-wanted';

/** Marks a photo that assessors do not see because it is on hold or needs a new crop. */
function ModerationChip({ photo }: { photo: PhotoRecord }) {
  if (!isModerated(photo)) return null;
  const isHeld = photo.moderation === 'held';
  return (
    <span className={styles.moderation} aria-hidden="true">
      {isHeld ? <Pause /> : <Crop />}
      {isHeld ? decisionTexts.chips.held : decisionTexts.chips.cropWanted}
    </span>
  );
}

export function AddTile({ label, onAdd, disabled }: { label: string; onAdd: () => void; disabled?: boolean }) {
  return (
    <button type="button" className={styles.add} onClick={onAdd} disabled={disabled}>
      <span className={styles.plus} aria-hidden="true">
        <Plus />
      </span>
      {label}
    </button>
  );
}

export function describePhoto(photo: PhotoRecord): string {
  if (!isModerated(photo)) return describeRatings(photo);
  const { held, cropWanted } = decisionTexts.described;
  return `${describeRatings(photo)}, ${photo.moderation === 'held' ? held : cropWanted}`;
}

function describeRatings(photo: PhotoRecord): string {
  if (photo.section === 'testing') return dashboardTexts.photoTesting(photo.testTimesRated, photo.testLimit);
  const score = shownAverage(photo);
  return score === null ? dashboardTexts.photoUnrated : dashboardTexts.photoRated(score, photo.timesRated);
}
