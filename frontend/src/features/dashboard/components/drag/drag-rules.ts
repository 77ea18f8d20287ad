import type { Photo } from '@candid/contracts';
import type { UniqueIdentifier } from '@dnd-kit/core';
import { createContext, useContext } from 'react';
import type { Place } from '../../hooks/move-rules';

interface DragRulesValue {
  refusalOf: (photo: Photo, place: Place) => string | null;
  lifted: Photo | null;
  /** The tile that the finger itself carries to its place; it needs no animation of its own. */
  settlingId: UniqueIdentifier | null;
}

const Rules = createContext<DragRulesValue>({ refusalOf: () => null, lifted: null, settlingId: null });

export const DragRules = Rules.Provider;

export const useDragRules = (): DragRulesValue => useContext(Rules);
