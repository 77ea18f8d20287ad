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
/** A finger that rests this long on a photo lifts it; a quicker one scrolls the page. */
const liftAfterMs = 280;
/** The order on a phone from top to bottom. Without a profile photo the pool is on top. */
export const places: readonly Place[] = ['profile', 'bank', 'testing'];
const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Sensors for mouse, finger and keyboard. Enter still opens a photo. */
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
    // A key press may come before the places are measured; it still chooses the place.
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
    // Outside every place, the place that the picture covers most is the target.
    const hits = under.length > 0 ? under : rectIntersection(args);
    // The docked pool lies over the bank.
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

/** The keyboard carries a photo this far into a place: the middle of a high place may be off the screen. */
const intoPlacePx = 120;

type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;

/** The point of a place where the middle of a dragged picture goes. */
function middleIn({ left, top, width, height }: Box) {
  return { x: left + width / 2, y: top + Math.min(height / 2, intoPlacePx) };
}

export interface ZoneData {
  readonly zone: { readonly current: HTMLElement | null };
}

/**
 * Keeps a picture that the keyboard carries over the docked pool. The measured position of a sticky element moves with the
 * page, and the keyboard sensor stops at the middle of the screen.
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

/** Limits `y` to the middle of the screen, because the keyboard sensor would scroll the page for a lower position. */
const withoutScrolling = (y: number) => Math.min(y, window.innerHeight / 2);

/** The position to which the keyboard carries a picture of this size. */
function carriedTo(place: DroppableContainer, measured: Box, picture: Pick<Box, 'width' | 'height'>) {
  const docked = place.id === 'testing' ? place.node.current : null;
  const { x, y } = middleIn(docked?.getBoundingClientRect() ?? measured);
  const top = y - picture.height / 2;
  return { x: x - picture.width / 2, y: docked ? withoutScrolling(top) : top };
}
