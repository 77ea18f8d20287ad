import type { Photo as PhotoRecord } from '@candid/contracts';
import { createContext, type SyntheticEvent, useContext, useMemo } from 'react';
import type { Place } from '../../move-rules';

type Gesture = 'onMouseDown' | 'onTouchStart' | 'onKeyDown';
/** By the gesture they handle; as dnd-kit types them. */
// biome-ignore lint/complexity/noBannedTypes: dnd-kit's own type
type GestureHandlers = Readonly<Record<string, Function>>;
type Follower = (element: HTMLElement | null) => void;

/**
 * Where photos and places stand on the page, for the code that drags them: it comes after the first picture, beside what is
 * there already, so that nothing is mounted anew. A gesture that was quicker is made up for unless it has ended.
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

  /** Tells where `name` stands now and whenever that changes. */
  follow(name: string, follower: Follower): () => void {
    this.#followers.set(name, follower);
    follower(this.#elements.get(name) ?? null);
    return () => {
      this.#followers.delete(name);
      this.#handlers.delete(name);
    };
  }

  /** From now on the gestures on `name` are handled by these. */
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
    if (handlers) {
      handlers[gesture]?.(event);
      return;
    }
    this.#missed = { name, gesture, event };
    // In the capture phase, so that not the very event that began the gesture ends it.
    for (const end of ['pointerup', 'pointercancel', 'keydown']) {
      addEventListener(end, () => this.#forget(event), { capture: true, once: true });
    }
  }

  #forget(event: SyntheticEvent): void {
    if (this.#missed?.event === event) this.#missed = null;
  }
}

const Desk = createContext(new DragDesk());

export const DragDeskProvider = Desk.Provider;

export const useDragDesk = (): DragDesk => useContext(Desk);

/** For the element that a photo is lifted by. */
export function useLift(photoId: string) {
  const desk = useDragDesk();
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

/** What is being dragged. */
export interface Carried {
  readonly lifted: PhotoRecord | null;
  readonly over: Place | null;
  /** The tile that the finger itself carries to its place; it needs no animation of its own. */
  readonly settlingId: string | null;
}

interface DragRulesValue extends Carried {
  /** Why a photo may not go to a place; null where it may. */
  readonly refusalOf: (photo: PhotoRecord, place: Place) => string | null;
  /** The id of the words that tell how to drag. */
  readonly helpId?: string;
}

export const nothingCarried: Carried = { lifted: null, over: null, settlingId: null };

const Rules = createContext<DragRulesValue>({ ...nothingCarried, refusalOf: () => null });

export const DragRules = Rules.Provider;

export const useDragRules = (): DragRulesValue => useContext(Rules);
