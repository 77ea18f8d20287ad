import { type PanInfo, useDragControls, useMotionValue } from 'motion/react';
import { type MouseEvent, type PointerEvent, useRef } from 'react';

interface Pull {
  thresholdPx: number;
  onPullDown?: () => void;
  onPullUp?: () => void;
  /** True if a downward pull removes the element; the element then leaves from the place where it was released. */
  goes?: boolean;
}

export function usePull({ thresholdPx, onPullDown, onPullUp, goes = false }: Pull) {
  const controls = useDragControls();
  const y = useMotionValue(0);
  const pulled = useRef(false);

  const end = (_: unknown, { offset }: PanInfo) => {
    if (offset.y > thresholdPx && onPullDown) {
      if (goes) y.stop();
      onPullDown();
    } else if (offset.y < -thresholdPx) onPullUp?.();
  };

  return {
    y,
    follower: {
      drag: 'y' as const,
      dragControls: controls,
      dragListener: false,
      dragConstraints: { top: 0, bottom: 0 },
      dragElastic: { top: onPullUp ? 0.2 : 0, bottom: onPullDown ? 1 : 0 },
      dragMomentum: false,
      dragTransition: { bounceStiffness: 600, bounceDamping: 45 },
      style: { y },
      onDragStart: () => {
        pulled.current = true;
      },
      onDragEnd: end,
    },
    handle: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        pulled.current = false;
        // The styles turn the handle off from 900 px on, where a sheet is a dialog in the middle.
        const isHandle = getComputedStyle(event.currentTarget).touchAction === 'none';
        if (isHandle && event.isPrimary && event.button === 0) controls.start(event);
      },
      // A pull that ends on a button inside the handle must not press the button.
      onClickCapture: (event: MouseEvent) => {
        if (!pulled.current) return;
        pulled.current = false;
        event.preventDefault();
        event.stopPropagation();
      },
    },
  };
}
