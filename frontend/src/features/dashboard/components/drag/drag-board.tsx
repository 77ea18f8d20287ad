import type { Photo } from '@candid/contracts';
import { Ban, CircleCheck } from 'lucide-react';
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useState,
} from 'react';
import { useQuiet } from '../../../../lib/idle/quiet';
import { dragTexts } from '../../../../lib/texts/dashboard';
import { classNames } from '../../../../ui/dom/dom';
import type { Place } from '../../move-rules';
import { DragDesk, DragRules, nothingCarried, useDragRules } from './drag-desk';
import type { DragLayerProps } from './drag-layer';

// If this chunk does not load, an opened photo still offers every move.
const DragLayer = lazy<ComponentType<DragLayerProps>>(() =>
  import('./drag-layer').catch(() => ({ default: () => null })),
);

interface DragBoardProps {
  /** Returns why a photo may not move to a place; null if it may. */
  refusalOf: (photo: Photo, place: Place) => string | null;
  onDrop: (photo: Photo, place: Place) => void;
  children: ReactNode;
}

/** Drags photos by mouse, finger (long press) or keyboard (Space, arrows). An opened photo offers the same moves. */
export function DragBoard({ refusalOf, onDrop, children }: DragBoardProps) {
  const [desk] = useState(() => new DragDesk());
  const [carried, setCarried] = useState(nothingCarried);
  const helpId = useId();
  const rules = useMemo(() => ({ ...carried, desk, refusalOf, helpId }), [carried, desk, refusalOf, helpId]);
  const due = useQuiet(false);
  useTouchesThatMayCarry();
  return (
    <DragRules value={rules}>
      {children}
      <p id={helpId} hidden>
        {dragTexts.instructions}
      </p>
      {due && (
        <Suspense>
          <DragLayer refusalOf={refusalOf} onDrop={onDrop} lifted={carried.lifted} onCarry={setCarried} />
        </Suspense>
      )}
    </DragRules>
  );
}

/** Listens before a touch begins, because a listener added later cannot stop the touch from scrolling the page. */
function useTouchesThatMayCarry(): void {
  useEffect(() => {
    const listen = () => undefined;
    addEventListener('touchmove', listen, { passive: false });
    return () => removeEventListener('touchmove', listen);
  }, []);
}

export function DropZone({ place, children }: { place: Place; children: ReactNode }) {
  const { desk, lifted, over: placeUnder, refusalOf } = useDragRules();
  const zone = useCallback((element: HTMLDivElement | null) => desk.put(place, element), [desk, place]);
  const comesFromElsewhere = lifted !== null && lifted.section !== place;
  const refusal = comesFromElsewhere ? refusalOf(lifted, place) : null;
  const over = comesFromElsewhere && placeUnder === place;
  return (
    <div
      ref={zone}
      className={classNames(
        'relative rounded-24 after:pointer-events-none after:absolute after:inset-[var(--zone-inset,-6px)] after:z-1 after:rounded-[inherit] after:border-2 after:transition-[border-color,background-color]',
        lookOf(comesFromElsewhere && !refusal, over),
      )}
    >
      {children}
      {over && (
        // Screen readers skip this text, because they get announcements.
        <p
          className="pointer-events-none absolute top-2.5 left-1/2 z-2 flex w-max max-w-[calc(100%-24px)] -translate-x-1/2 items-center gap-2 rounded-16 bg-ink px-4 py-2 text-14 leading-[1.35] font-medium text-ground [&_svg]:size-4.5 [&_svg]:flex-none"
          aria-hidden="true"
        >
          {refusal ? <Ban /> : <CircleCheck />}
          {refusal ?? dragTexts.letGoHere(place)}
        </p>
      )}
    </div>
  );
}

function lookOf(mayTake: boolean, over: boolean): string {
  if (!over)
    return classNames('after:border-dashed', mayTake ? 'after:border-line-strong' : 'after:border-transparent');
  return mayTake
    ? 'after:border-dashed after:border-accent after:bg-accent/10'
    : 'after:border-solid after:border-danger after:bg-danger/7';
}
