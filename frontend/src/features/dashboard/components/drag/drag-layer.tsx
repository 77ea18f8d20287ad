import type { Photo as PhotoRecord } from '@candid/contracts';
import {
  type Announcements,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type DropAnimationFunctionArguments,
  useDraggable,
  useDroppable,
} from '@dnd-kit/core';
import { type Dispatch, type SetStateAction, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { dragTexts } from '../../../../lib/texts/dashboard';
import { Photo } from '../../../../shared/photos/photo';
import { prefersReducedMotion } from '../../../../ui/dom/dom';
import { usePhotos } from '../../hooks/use-photos';
import type { Place } from '../../move-rules';
import { describePhoto } from '../photo-tile';
import styles from './drag.module.css';
import { type Carried, useDragDesk } from './drag-desk';
import { overDockedPool, photoOf, places, useDragSensors, type ZoneData } from './use-drag-sensors';

export interface DragLayerProps {
  refusalOf: (photo: PhotoRecord, place: Place) => string | null;
  onDrop: (photo: PhotoRecord, place: Place) => void;
  lifted: PhotoRecord | null;
  onCarry: Dispatch<SetStateAction<Carried>>;
}

export default function DragLayer({ refusalOf, onDrop, lifted, onCarry }: DragLayerProps) {
  const photos = [usePhotos('profile'), usePhotos('bank'), usePhotos('testing')].flatMap(({ data }) => data ?? []);
  const { sensors, collisionDetection } = useDragSensors();
  const announcements = useMemo(() => announcementsOf(refusalOf), [refusalOf]);
  const carry = (change: Partial<Carried>) => onCarry((before) => ({ ...before, ...change }));

  const end = ({ active, over }: DragEndEvent) => {
    carry({ lifted: null, over: null });
    const photo = photoOf(active);
    const place = over?.id as Place | undefined;
    if (photo && place && place !== photo.section) onDrop(photo, place);
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={collisionDetection}
      onDragStart={({ active }) => carry({ lifted: photoOf(active), settlingId: String(active.id) })}
      onDragOver={({ over }) => carry({ over: (over?.id as Place | undefined) ?? null })}
      onDragEnd={end}
      onDragCancel={() => carry({ lifted: null, over: null })}
      // The page already explains how to lift a photo.
      accessibility={{ announcements, screenReaderInstructions: { draggable: '' } }}
    >
      {[...new Map(photos.map((photo) => [photo._id, photo])).values()].map((photo) => (
        <Liftable key={photo._id} photo={photo} />
      ))}
      {places.map((place) => (
        <OpenPlace key={place} place={place} />
      ))}
      <DragOverlay
        modifiers={[overDockedPool]}
        dropAnimation={(drop) => flyHome(drop).finally(() => carry({ settlingId: null }))}
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

function Liftable({ photo }: { photo: PhotoRecord }) {
  const desk = useDragDesk();
  const { setNodeRef, listeners } = useDraggable({ id: photo._id, data: { photo } });
  useLayoutEffect(() => desk.follow(photo._id, setNodeRef), [desk, photo._id, setNodeRef]);
  useEffect(() => desk.handle(photo._id, listeners ?? {}), [desk, photo._id, listeners]);
  return null;
}

function OpenPlace({ place }: { place: Place }) {
  const desk = useDragDesk();
  const zone = useRef<HTMLElement | null>(null);
  const { setNodeRef } = useDroppable({ id: place, data: { zone } satisfies ZoneData });
  useLayoutEffect(
    () =>
      desk.follow(place, (element) => {
        zone.current = element;
        setNodeRef(element);
      }),
    [desk, place, setNodeRef],
  );
  return null;
}

/** Announces to screen readers which photo is lifted, the place under it, if it may go there, and the result. */
function announcementsOf(refusalOf: (photo: PhotoRecord, place: Place) => string | null): Announcements {
  let carried = false;
  return {
    onDragStart: ({ active }) => {
      carried = false;
      const photo = photoOf(active);
      return photo ? dragTexts.lifted(describePhoto(photo), photo.section) : undefined;
    },
    onDragOver: ({ active, over }) => {
      const photo = photoOf(active);
      if (!photo) return undefined;
      const place = over?.id as Place | undefined;
      // A lifted photo starts over its own place. The announcement that it is lifted matters more then.
      if (place === photo.section && !carried) return undefined;
      carried = true;
      if (!place) return dragTexts.overNothing;
      if (place === photo.section) return dragTexts.overHome(place);
      return dragTexts.over(place, refusalOf(photo, place));
    },
    onDragEnd: ({ active, over }) => {
      const photo = photoOf(active);
      const place = over?.id as Place | undefined;
      if (!photo) return undefined;
      const refusal = place && place !== photo.section ? refusalOf(photo, place) : null;
      if (!place || place === photo.section || refusal) return dragTexts.putBack(photo.section, refusal);
      return dragTexts.letGo(place);
    },
    onDragCancel: ({ active }) => {
      const photo = photoOf(active);
      return photo ? dragTexts.putBack(photo.section, null) : undefined;
    },
  };
}

const flight = { duration: 220, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' };

/** Waits for one task, in which the lists apply the move, and two frames. The tile is then in its new place. */
const settled = () =>
  new Promise((resolve) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(resolve)), 0));

/** Moves the dragged picture to its photo: in the new place, or in the old one. */
async function flyHome({ active, draggableNodes, dragOverlay }: DropAnimationFunctionArguments): Promise<void> {
  await settled();
  const carried = dragOverlay.node;
  const tile = draggableNodes.get(active.id)?.node.current;
  if (!tile) return;
  if (prefersReducedMotion()) {
    await carried.animate({ opacity: [1, 0] }, flight).finished;
    return;
  }
  const from = carried.getBoundingClientRect();
  const to = tile.getBoundingClientRect();
  const style = getComputedStyle(carried).transform;
  const carriedTo = style === 'none' ? '' : style;
  const transformOffset = `translate(${to.left - from.left}px, ${to.top - from.top}px)`;
  carried.style.transformOrigin = 'top left';
  const transform = [carriedTo || 'none', `${transformOffset} ${carriedTo} scale(${to.width / from.width})`];
  await carried.animate({ transform }, flight).finished;
}
