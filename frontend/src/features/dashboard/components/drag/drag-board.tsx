import type { Photo as PhotoRecord } from '@candid/contracts';
import { DndContext, type DragEndEvent, DragOverlay, type DragStartEvent, type UniqueIdentifier } from '@dnd-kit/core';
import { type ReactNode, useMemo, useState } from 'react';
import { dragTexts } from '../../../../lib/texts/dashboard';
import { Photo } from '../../../../ui/photo/photo';
import { describePhoto } from '../../hooks/describe-photo';
import type { Place } from '../../hooks/move-rules';
import styles from './drag.module.css';
import { announcementsOf } from './drag-announcements';
import { DragRules } from './drag-rules';
import { flyHome } from './fly-home';
import { overDockedPool } from './into-place';
import { photoOf, useDragSensors } from './use-drag-sensors';

interface DragBoardProps {
  /** Why a photo may not go to a place; null where it may. */
  refusalOf: (photo: PhotoRecord, place: Place) => string | null;
  onDrop: (photo: PhotoRecord, place: Place) => void;
  children: ReactNode;
}

/**
 * Photos are dragged between planner, bank and pool with mouse, finger (a long press lifts) or keyboard (Space lifts, arrows
 * choose the place). Opening a photo offers the same moves without dragging.
 */
export function DragBoard({ refusalOf, onDrop, children }: DragBoardProps) {
  const [lifted, setLifted] = useState<PhotoRecord | null>(null);
  const [settlingId, setSettlingId] = useState<UniqueIdentifier | null>(null);
  const { sensors, collisionDetection } = useDragSensors();
  const announcements = useMemo(() => announcementsOf(refusalOf), [refusalOf]);
  const rules = useMemo(() => ({ refusalOf, lifted, settlingId }), [refusalOf, lifted, settlingId]);

  const start = ({ active }: DragStartEvent) => {
    setLifted(photoOf(active));
    setSettlingId(active.id);
  };
  const end = ({ active, over }: DragEndEvent) => {
    setLifted(null);
    const photo = photoOf(active);
    const place = over?.id as Place | undefined;
    if (photo && place && place !== photo.section) onDrop(photo, place);
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={collisionDetection}
      onDragStart={start}
      onDragEnd={end}
      onDragCancel={() => setLifted(null)}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: dragTexts.instructions },
      }}
    >
      <DragRules value={rules}>{children}</DragRules>
      <DragOverlay
        modifiers={[overDockedPool]}
        dropAnimation={(drop) => flyHome(drop).finally(() => setSettlingId(null))}
        zIndex={50}
      >
        {lifted && (
          <div className={styles.lifted} data-carried>
            <Photo source={lifted} alt={describePhoto(lifted)} sizes="120px" corners="small" eager />
          </div>
        )}
      </DragOverlay>
    </DndContext>
  );
}
