import type { Photo } from '@candid/contracts';
import { useDroppable } from '@dnd-kit/core';
import type { ReactNode } from 'react';
import { classNames } from '../../../../ui/class-names/class-names';
import type { Place } from '../../hooks/move-rules';
import styles from './drag.module.css';

/** Where a dragged photo may be let go; it lights up under one that comes from elsewhere. */
export function DropZone({ place, children }: { place: Place; children: ReactNode }) {
  const { setNodeRef, isOver, active } = useDroppable({ id: place });
  const photo = active?.data.current?.photo as Photo | undefined;
  const open = photo !== undefined && photo.section !== place;
  return (
    <div ref={setNodeRef} className={classNames(styles.zone, open && styles.open, open && isOver && styles.over)}>
      {children}
    </div>
  );
}
