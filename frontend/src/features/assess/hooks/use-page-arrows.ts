import { useEffect, useRef } from 'react';

interface Turns {
  previous(): void;
  next(): void;
}

/** Elements that use the arrow keys themselves. */
const ownArrows = 'input, textarea, select, [role="slider"], [role="tab"], [role="dialog"], [role="alertdialog"]';

/** Handles the left and right arrow keys on the whole page, without a focused element. */
export function usePageArrows(enabled: boolean, turns: Turns): void {
  const latest = useRef(turns);
  latest.current = turns;
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (event.target instanceof Element && event.target.closest(ownArrows)) return;
      if (event.key === 'ArrowRight') latest.current.next();
      else if (event.key === 'ArrowLeft') latest.current.previous();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [enabled]);
}
