import type { Photo as PhotoRecord } from '@candid/contracts';
import { createContext, type SyntheticEvent, useContext, useMemo } from 'react';
import type { Place } from '../../move-rules';

type Gesture = 'onMouseDown' | 'onTouchStart' | 'onKeyDown';
// biome-ignore lint/complexity/noBannedTypes: dnd-kit's own type
type GestureHandlers = Readonly<Record<string, Function>>;
type Follower = (element: HTMLElement | null) => void;

/**
 * Registers the elements of photos and places for the drag code, which loads after the first picture. The drag code
 * renders beside the page, so the page is not mounted again.
 */
export class DragDesk {
  readonly #elements = new Map<string, HTMLElement>();
  readonly #followers = new Map<string, Follower>();
  readonly #handlers = new Map<string, GestureHandlers>();
  #missed: { name: string; gesture: Gesture; event: SyntheticEvent } | null = null;

  put(name: string, element: HTMLElement | null): void {
    if (element) this.#elements.set(name, element);
    else this.#elements.delete(name);
    this.#followers.get(name)?.(element);
  }

  /** Calls `follower` with the element of `name`, immediately and on every change. */
  follow(name: string, follower: Follower): () => void {
    this.#followers.set(name, follower);
    follower(this.#elements.get(name) ?? null);
    return () => {
      this.#followers.delete(name);
      this.#handlers.delete(name);
    };
  }

  /** Sets the handlers for gestures on `name`. Replays a gesture that began before this call and has not ended. */
  handle(name: string, handlers: GestureHandlers): void {
    this.#handlers.set(name, handlers);
    if (this.#missed?.name !== name) return;
    const { gesture, event } = this.#missed;
    this.#missed = null;
    const focused = document.activeElement === this.#elements.get(name);
    if (gesture !== 'onKeyDown' || focused) handlers[gesture]?.(event);
  }

  begin(name: string, gesture: Gesture, event: SyntheticEvent): void {
    const handlers = this.#handlers.get(name);
    if (handlers) return void handlers[gesture]?.(event);
    this.#missed = { name, gesture, event };
    // These listeners do not receive the event that began the gesture, because it has passed the capture phase.
    for (const end of ['pointerup', 'pointercancel', 'keydown']) {
      addEventListener(end, () => this.#forget(event), { capture: true, once: true });
    }
  }

  #forget(event: SyntheticEvent): void {
    if (this.#missed?.event === event) this.#missed = null;
  }
}

export function useLift(photoId: string) {
  const { desk } = useDragRules();
  return useMemo(() => {
    const begins = (gesture: Gesture) => (event: SyntheticEvent) => desk.begin(photoId, gesture, event);
    return {
      ref: (element: HTMLElement | null) => desk.put(photoId, element),
      onMouseDown: begins('onMouseDown'),
      onTouchStart: begins('onTouchStart'),
      onKeyDown: begins('onKeyDown'),
    };
  }, [desk, photoId]);
}

export interface Carried {
  readonly lifted: PhotoRecord | null;
  readonly over: Place | null;
  /** Id of the tile that was dragged to its new place and therefore needs no animation. */
  readonly settlingId: string | null;
}

interface DragRulesValue extends Carried {
  readonly desk: DragDesk;
  /** Returns why a photo may not move to a place; null if it may. */
  readonly refusalOf: (photo: PhotoRecord, place: Place) => string | null;
  /** Id of the text that explains how to drag. */
  readonly helpId?: string;
}

export const nothingCarried: Carried = { lifted: null, over: null, settlingId: null };

export const DragRules = createContext<DragRulesValue>({
  ...nothingCarried,
  desk: new DragDesk(),
  refusalOf: () => null,
});

export const useDragRules = (): DragRulesValue => useContext(DragRules);
