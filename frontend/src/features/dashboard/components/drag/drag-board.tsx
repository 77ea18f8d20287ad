import type { Photo as PhotoRecord } from '@candid/contracts';
import {
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type DragStartEvent,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type ReactNode, useState } from 'react';
import { dragTexts } from '../../../../lib/texts/dashboard';
import { Photo } from '../../../../ui/photo/photo';
import type { Place } from '../../hooks/move-rules';
import styles from './drag.module.css';

interface DragBoardProps {
  onDrop: (photo: PhotoRecord, place: Place) => void;
  children: ReactNode;
}

const startAfterPx = 8;
/** A finger that rests this long on a photo lifts it; a quicker one scrolls. */
const liftAfterMs = 280;

/** Photos can be dragged between planner, bank and pool; opening a photo offers the same moves without dragging. */
export function DragBoard({ onDrop, children }: DragBoardProps) {
  const [lifted, setLifted] = useState<PhotoRecord | null>(null);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: startAfterPx } }),
    useSensor(TouchSensor, { activationConstraint: { delay: liftAfterMs, tolerance: startAfterPx } }),
  );

  const start = ({ active }: DragStartEvent) => setLifted(photoOf(active.data.current));
  const end = ({ active, over }: DragEndEvent) => {
    setLifted(null);
    const photo = photoOf(active.data.current);
    const place = over?.id as Place | undefined;
    if (photo && place && place !== photo.section) onDrop(photo, place);
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      onDragStart={start}
      onDragEnd={end}
      onDragCancel={() => setLifted(null)}
      accessibility={{ announcements: dragTexts.announcements, screenReaderInstructions: { draggable: '' } }}
    >
      {children}
      <DragOverlay>
        {lifted && (
          <div className={styles.lifted}>
            <Photo source={lifted} alt="" sizes="120px" corners="small" eager />
          </div>
        )}
      </DragOverlay>
    </DndContext>
  );
}

function photoOf(carried: Record<string, unknown> | undefined): PhotoRecord | null {
  return (carried?.photo as PhotoRecord | undefined) ?? null;
}
