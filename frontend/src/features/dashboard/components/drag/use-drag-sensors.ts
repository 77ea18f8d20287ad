import type { Photo as PhotoRecord } from '@candid/contracts';
import {
  type Active,
  type CollisionDetection,
  type DroppableContainer,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  type Modifier,
  MouseSensor,
  pointerWithin,
  rectIntersection,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { useRef } from 'react';
import type { Place } from '../../move-rules';

const startAfterPx = 8;
/** A finger that rests this long on a photo lifts it; a quicker one scrolls. */
const liftAfterMs = 280;
/** From top to bottom, as they stand on a phone; before the first profile photo the last one is above the first. */
export const places: readonly Place[] = ['profile', 'bank', 'testing'];
const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Mouse, finger and keyboard. Enter stays what it is on a photo: it opens it. */
export function useDragSensors() {
  const chosen = useRef<Place | null>(null);

  const betweenPlaces: KeyboardCoordinateGetter = (event, { context }) => {
    const step = steps[event.code];
    const { active, collisionRect, droppableContainers, droppableRects } = context;
    const photo = active && photoOf(active);
    if (step === undefined || !photo || !collisionRect) return undefined;
    event.preventDefault();
    const from = chosen.current ?? photo.section;
    const next = places.at((places.indexOf(from) + step) % places.length) ?? from;
    // The place is chosen also by a key that is quicker than the measuring of the places.
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
    // Beside every place, the one that the carried picture covers most.
    const hits = under.length > 0 ? under : rectIntersection(args);
    // The pool is docked over the bank.
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

export function photoOf({ data }: Pick<Active, 'data'>): PhotoRecord | null {
  return (data.current?.photo as PhotoRecord | undefined) ?? null;
}

/** How far into a place the photo is carried by keyboard: its upper part is on screen when its middle may not be. */
const intoPlacePx = 120;

type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;

/** Where the middle of a carried picture belongs in a place. */
function middleIn({ left, top, width, height }: Box) {
  return { x: left + width / 2, y: top + Math.min(height / 2, intoPlacePx) };
}

export interface ZoneData {
  readonly zone: { readonly current: HTMLElement | null };
}

/**
 * Carried by keyboard to the pool, the picture stands over the pool where it is on screen: the measured place of something
 * sticky moves away with the page, and the keyboard's own way ends at the middle of the screen.
 */
export const overDockedPool: Modifier = ({ activatorEvent, over, overlayNodeRect, transform }) => {
  const zone = over?.id === 'testing' ? (over.data.current as ZoneData | undefined)?.zone.current : null;
  if (!zone || !overlayNodeRect || !(activatorEvent instanceof KeyboardEvent)) return transform;
  const { x, y } = middleIn(zone.getBoundingClientRect());
  return {
    ...transform,
    x: x - overlayNodeRect.width / 2 - overlayNodeRect.left,
    y: y - overlayNodeRect.height / 2 - overlayNodeRect.top,
  };
};

/** As far down as the keyboard may carry without scrolling the page. */
const withoutScrolling = (y: number) => Math.min(y, window.innerHeight / 2);

/** Where the keyboard carries a picture of this size. */
function carriedTo(place: DroppableContainer, measured: Box, picture: Pick<Box, 'width' | 'height'>) {
  const docked = place.id === 'testing' ? place.node.current : null;
  const { x, y } = middleIn(docked?.getBoundingClientRect() ?? measured);
  const top = y - picture.height / 2;
  return { x: x - picture.width / 2, y: docked ? withoutScrolling(top) : top };
}
