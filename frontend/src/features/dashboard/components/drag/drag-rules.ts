import type { Photo } from '@candid/contracts';
import { createContext, useContext } from 'react';
import type { Place } from '../../hooks/move-rules';

/** What is being dragged. */
export interface Carried {
  readonly lifted: Photo | null;
  readonly over: Place | null;
  /** The tile that the finger itself carries to its place; it needs no animation of its own. */
  readonly settlingId: string | null;
}

export interface DragRulesValue extends Carried {
  /** Why a photo may not go to a place; null where it may. */
  readonly refusalOf: (photo: Photo, place: Place) => string | null;
  /** The id of the words that tell how to drag. */
  readonly helpId?: string;
}

export const nothingCarried: Carried = { lifted: null, over: null, settlingId: null };

const Rules = createContext<DragRulesValue>({ ...nothingCarried, refusalOf: () => null });

export const DragRules = Rules.Provider;

export const useDragRules = (): DragRulesValue => useContext(Rules);
