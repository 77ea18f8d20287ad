import type { Photo as PhotoRecord } from '@candid/contracts';
import {
  type Active,
  type Announcements,
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type DropAnimationFunctionArguments,
  type DroppableContainer,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  type Modifier,
  MouseSensor,
  type Over,
  pointerWithin,
  rectIntersection,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type Dispatch, type SetStateAction, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { dragTexts } from '../../../../lib/texts/dashboard';
import { Photo } from '../../../../shared/photos/photo';
import { prefersReducedMotion } from '../../../../ui/dom/dom';
import { usePhotos } from '../../hooks/use-photos';
import type { Place } from '../../move-rules';
import { describePhoto } from '../photo-tile';
import { type Carried, useDragRules } from './drag-desk';

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
    const [photo, place] = [photoOf(active), placeOf(over)];
    if (photo && place && place !== photo.section) onDrop(photo, place);
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={collisionDetection}
      onDragStart={({ active }) => carry({ lifted: photoOf(active), settlingId: String(active.id) })}
      onDragOver={({ over }) => carry({ over: placeOf(over) ?? null })}
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
          <div
            className="animate-lift cursor-grabbing rounded-12 shadow-sheet [rotate:calc(-3deg*var(--travel))] [scale:calc(1+0.04*var(--travel))]"
            data-carried
          >
            <Photo source={lifted} alt={describePhoto(lifted)} sizes="120px" corners="small" eager />
          </div>
        )}
      </DragOverlay>
    </DndContext>
  );
}

function Liftable({ photo }: { photo: PhotoRecord }) {
  const { desk } = useDragRules();
  const { setNodeRef, listeners } = useDraggable({ id: photo._id, data: { photo } });
  useLayoutEffect(() => desk.follow(photo._id, setNodeRef), [desk, photo._id, setNodeRef]);
  useEffect(() => desk.handle(photo._id, listeners ?? {}), [desk, photo._id, listeners]);
  return null;
}

function OpenPlace({ place }: { place: Place }) {
  const { desk } = useDragRules();
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

function announcementsOf(refusalOf: (photo: PhotoRecord, place: Place) => string | null): Announcements {
  let carried = false;
  return {
    onDragStart: ({ active }) => {
      carried = false;
      const photo = photoOf(active);
      return photo ? dragTexts.lifted(describePhoto(photo), photo.section) : undefined;
    },
    onDragOver: ({ active, over }) => {
      const [photo, place] = [photoOf(active), placeOf(over)];
      if (!photo) return undefined;
      // A lifted photo starts over its own place. Announcing that place would replace the announcement of the lift.
      if (place === photo.section && !carried) return undefined;
      carried = true;
      if (!place) return dragTexts.overNothing;
      if (place === photo.section) return dragTexts.overHome(place);
      return dragTexts.over(place, refusalOf(photo, place));
    },
    onDragEnd: ({ active, over }) => {
      const [photo, place] = [photoOf(active), placeOf(over)];
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

/** Waits until the lists have applied the move and the tile is in its new place: one task and two frames. */
const settled = () =>
  new Promise((resolve) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(resolve)), 0));

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

const startAfterPx = 8;
/** A finger that rests on a photo for this time lifts it; a quicker movement scrolls the page. */
const liftAfterMs = 280;
/** Order of the places for arrow keys. A phone shows the places in this order, unless the pool is first. */
const places: readonly Place[] = ['profile', 'bank', 'testing'];
const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Sensors for mouse, finger and keyboard. Enter still opens a photo. */
function useDragSensors() {
  const chosen = useRef<Place | null>(null);

  const betweenPlaces: KeyboardCoordinateGetter = (event, { context }) => {
    const step = steps[event.code];
    const { active, collisionRect, droppableContainers, droppableRects } = context;
    const photo = active && photoOf(active);
    if (step === undefined || !photo || !collisionRect) return undefined;
    event.preventDefault();
    const from = chosen.current ?? photo.section;
    const next = places.at((places.indexOf(from) + step) % places.length) ?? from;
    // Stores the chosen place even if the places have not been measured yet.
    chosen.current = next;
    const place = droppableContainers.get(next);
    const rect = droppableRects.get(next);
    return place && rect && carriedTo(place, rect, collisionRect);
  };

  const collisionDetection: CollisionDetection = (args) => {
    if (!args.pointerCoordinates) {
      const at = chosen.current ?? photoOf(args.active)?.section;
      return args.droppableContainers.filter(({ id }) => id === at).map(({ id }) => ({ id }));
    }
    chosen.current = null;
    const under = pointerWithin(args);
    // If the pointer is outside every place, the target is the place that the picture covers most.
    const hits = under.length > 0 ? under : rectIntersection(args);
    // The docked pool covers a part of the bank, so the pool is the target if the pointer hits both.
    const pool = hits.find(({ id }) => id === 'testing');
    return pool ? [pool] : hits;
  };

  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: startAfterPx } }),
    useSensor(TouchSensor, { activationConstraint: { delay: liftAfterMs, tolerance: startAfterPx } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: betweenPlaces,
      keyboardCodes: { start: ['Space'], end: ['Space', 'Enter'], cancel: ['Escape', 'Tab'] },
      onActivation: () => {
        chosen.current = null;
      },
    }),
  );
  return { sensors, collisionDetection };
}

const placeOf = (over: Over | null) => over?.id as Place | undefined;
const photoOf = ({ data }: Pick<Active, 'data'>) => (data.current?.photo as PhotoRecord | undefined) ?? null;

/** The keyboard aims at a place's middle, but at most this far below its top: the middle may be off the screen. */
const intoPlacePx = 120;

type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;

function middleIn({ left, top, width, height }: Box) {
  return { x: left + width / 2, y: top + Math.min(height / 2, intoPlacePx) };
}

interface ZoneData {
  readonly zone: { readonly current: HTMLElement | null };
}

/**
 * Corrects the position of a picture that the keyboard moves to the docked pool. The measured position of the sticky
 * pool changes with scrolling, and the keyboard sensor stops at the middle of the screen.
 */
const overDockedPool: Modifier = ({ activatorEvent, over, overlayNodeRect, transform }) => {
  const zone = over?.id === 'testing' ? (over.data.current as ZoneData | undefined)?.zone.current : null;
  if (!zone || !overlayNodeRect || !(activatorEvent instanceof KeyboardEvent)) return transform;
  const { x, y } = middleIn(zone.getBoundingClientRect());
  return {
    ...transform,
    x: x - overlayNodeRect.width / 2 - overlayNodeRect.left,
    y: y - overlayNodeRect.height / 2 - overlayNodeRect.top,
  };
};

function carriedTo(place: DroppableContainer, measured: Box, picture: Pick<Box, 'width' | 'height'>) {
  const docked = place.id === 'testing' ? place.node.current : null;
  const { x, y } = middleIn(docked?.getBoundingClientRect() ?? measured);
  const top = y - picture.height / 2;
  // A position below the middle of the screen would make the keyboard sensor scroll the page.
  return { x: x - picture.width / 2, y: docked ? Math.min(top, window.innerHeight / 2) : top };
}
