import { useEffect, useRef } from 'react';

interface Turns {
  previous(): void;
  next(): void;
}

/** What uses the arrow keys itself. */
const ownArrows = 'input, textarea, select, [role="slider"], [role="tab"], [role="dialog"], [role="alertdialog"]';

/** Left and right on the whole page, without focusing anything first. */
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
