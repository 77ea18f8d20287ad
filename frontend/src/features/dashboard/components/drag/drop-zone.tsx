import { Ban, CircleCheck } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import { dragTexts } from '../../../../lib/texts/dashboard';
import { classNames } from '../../../../ui/dom/dom';
import type { Place } from '../../move-rules';
import styles from './drag.module.css';
import { useDragDesk, useDragRules } from './drag-desk';

/** A place for dragged photos. It lights up under a photo from another place, or says why it refuses it. */
export function DropZone({ place, children }: { place: Place; children: ReactNode }) {
  const desk = useDragDesk();
  const zone = useCallback((element: HTMLDivElement | null) => desk.put(place, element), [desk, place]);
  const { lifted, over: placeUnder, refusalOf } = useDragRules();
  const comesFromElsewhere = lifted !== null && lifted.section !== place;
  const refusal = comesFromElsewhere ? refusalOf(lifted, place) : null;
  const over = comesFromElsewhere && placeUnder === place;
  const state = comesFromElsewhere && (refusal ? styles.closed : styles.open);
  return (
    <div ref={zone} className={classNames(styles.zone, state, over && styles.over)}>
      {children}
      {over && (
        // Screen readers get the announcements instead.
        <p className={styles.word} aria-hidden="true">
          {refusal ? <Ban /> : <CircleCheck />}
          {refusal ?? dragTexts.letGoHere(place)}
        </p>
      )}
    </div>
  );
}
