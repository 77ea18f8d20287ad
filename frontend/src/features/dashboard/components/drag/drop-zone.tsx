import { useDroppable } from '@dnd-kit/core';
import { Ban, CircleCheck } from 'lucide-react';
import { type ReactNode, useCallback, useRef } from 'react';
import { dragTexts } from '../../../../lib/texts/dashboard';
import { classNames } from '../../../../ui/class-names/class-names';
import type { Place } from '../../hooks/move-rules';
import styles from './drag.module.css';
import { useDragRules } from './drag-rules';
import type { ZoneData } from './into-place';

/** Where a dragged photo may be let go: it lights up under one that comes from elsewhere, and says why where it refuses it. */
export function DropZone({ place, children }: { place: Place; children: ReactNode }) {
  const zone = useRef<HTMLDivElement>(null);
  const { setNodeRef, isOver } = useDroppable({ id: place, data: { zone } satisfies ZoneData });
  const measured = useCallback(
    (element: HTMLDivElement | null) => {
      zone.current = element;
      setNodeRef(element);
    },
    [setNodeRef],
  );
  const { lifted, refusalOf } = useDragRules();
  const comesFromElsewhere = lifted !== null && lifted.section !== place;
  const refusal = comesFromElsewhere ? refusalOf(lifted, place) : null;
  const over = comesFromElsewhere && isOver;
  const state = comesFromElsewhere && (refusal ? styles.closed : styles.open);
  return (
    <div ref={measured} className={classNames(styles.zone, state, over && styles.over)}>
      {children}
      {over && (
        // The announcements say it to a screen reader.
        <p className={styles.word} aria-hidden="true">
          {refusal ? <Ban /> : <CircleCheck />}
          {refusal ?? dragTexts.letGoHere(place)}
        </p>
      )}
    </div>
  );
}
