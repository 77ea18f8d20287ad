import { type PointerEvent, useRef, useState } from 'react';

interface VerticalDrag {
  /** How far the finger must travel before the drag counts. */
  thresholdPx: number;
  onDragDown?: () => void;
  onDragUp?: () => void;
}

const startSlopPx = 6;

/** Follows a vertical drag on a handle; `offsetPx` is how far the finger is from where it started, 0 at rest. */
export function useVerticalDrag({ thresholdPx, onDragDown, onDragUp }: VerticalDrag) {
  const [offsetPx, setOffsetPx] = useState(0);
  const startY = useRef<number | null>(null);
  const dragging = useRef(false);

  const finish = (event: PointerEvent<HTMLElement>, counts: boolean) => {
    if (startY.current === null) return;
    const distancePx = event.clientY - startY.current;
    startY.current = null;
    setOffsetPx(0);
    if (counts && distancePx > thresholdPx) onDragDown?.();
    if (counts && distancePx < -thresholdPx) onDragUp?.();
  };

  return {
    offsetPx,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (!event.isPrimary || event.button !== 0) return;
        startY.current = event.clientY;
        dragging.current = false;
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (startY.current === null) return;
        const distancePx = event.clientY - startY.current;
        if (!dragging.current && Math.abs(distancePx) > startSlopPx) {
          dragging.current = true;
          event.currentTarget.setPointerCapture(event.pointerId);
        }
        if (dragging.current) setOffsetPx(distancePx);
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => finish(event, true),
      onPointerCancel: (event: PointerEvent<HTMLElement>) => finish(event, false),
      // A drag that ends on a button inside the handle must not press it too.
      onClickCapture: (event: { preventDefault(): void; stopPropagation(): void }) => {
        if (!dragging.current) return;
        dragging.current = false;
        event.preventDefault();
        event.stopPropagation();
      },
    },
  };
}
