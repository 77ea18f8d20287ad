import type { Photo } from '@candid/contracts';
import {
  type Active,
  type CollisionDetection,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  rectIntersection,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { useRef } from 'react';
import type { Place } from '../../hooks/move-rules';
import { carriedTo } from './into-place';

const startAfterPx = 8;
/** A finger that rests this long on a photo lifts it; a quicker one scrolls. */
const liftAfterMs = 280;
/** From top to bottom, as they stand on a phone. */
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
    const next = places[places.indexOf(from) + step] ?? from;
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

export function photoOf({ data }: Pick<Active, 'data'>): Photo | null {
  return (data.current?.photo as Photo | undefined) ?? null;
}
