import type { CurrentUser, Photo } from '@candid/contracts';
import { type CSSProperties, useState } from 'react';
import { formatMinutes } from '../../../lib/format/format';
import { remainingMinutes } from '../../../lib/scores/scores';
import { dashboardTexts } from '../../../lib/texts/dashboard';
import { classNames } from '../../../ui/class-names/class-names';
import { useVerticalDrag } from '../../../ui/drag/use-vertical-drag';
import { usePhotos } from '../api/photos';
import styles from './assessment-pool.module.css';
import { DropZone } from './drag/drop-zone';
import { PoolBody } from './pool-body';
import { PoolHeader } from './pool-header';

interface AssessmentPoolProps {
  user: CurrentUser | undefined;
  onOpen: (photo: Photo) => void;
  onDone: (photo: Photo) => void;
  onAdd: () => void;
  onBell: () => void;
  onSettings: () => void;
}

const foldThresholdPx = 80;
const peekPx = 24;

/** The photos under assessment; on a phone it is docked at the thumb and folds away by a drag or a tap. */
export function AssessmentPool({ user, onOpen, onDone, onAdd, onBell, onSettings }: AssessmentPoolProps) {
  const photos = usePhotos('testing');
  const [open, setOpen] = useState(true);
  const drag = useVerticalDrag({
    thresholdPx: foldThresholdPx,
    onDragDown: () => setOpen(false),
    onDragUp: () => setOpen(true),
  });
  const running = photos.data?.filter((photo) => photo.testTimesRated < photo.testLimit) ?? [];
  const title = titleOf(photos.data ?? [], running);
  const minutes = Math.max(0, ...running.map((photo) => remainingMinutes(photo.testLimit, photo.testTimesRated)));
  const pulled = open ? Math.max(0, drag.offsetPx) : Math.max(-peekPx, Math.min(0, drag.offsetPx));
  return (
    <section
      className={classNames(styles.pool, !open && styles.folded)}
      style={{ '--pull': `${pulled}px` } as CSSProperties}
      aria-label={title}
    >
      <DropZone place="testing">
        <PoolHeader
          title={title}
          summary={running.length > 0 ? dashboardTexts.poolSummary(running.length, formatMinutes(minutes)) : undefined}
          open={open}
          onToggle={() => setOpen(!open)}
          dragHandlers={drag.handlers}
          notifications={user?.notificationNumber ?? 0}
          onBell={onBell}
          onSettings={onSettings}
        />
        {open && <PoolBody user={user} photos={photos} onOpen={onOpen} onDone={onDone} onAdd={onAdd} />}
      </DropZone>
    </section>
  );
}

function titleOf(photos: readonly Photo[], running: readonly Photo[]): string {
  if (photos.length === 0) return dashboardTexts.poolEmpty;
  return running.length > 0 ? dashboardTexts.poolRunning : dashboardTexts.poolDone;
}
