import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Elements that use the arrow keys themselves, and alert dialogs. */
const takenElsewhere = 'input, select, textarea, [role="tab"], [role="slider"], [role="alertdialog"]';

interface Turns {
  previous: () => void;
  next: () => void;
}

/** Turns the carousel by arrow keys anywhere on the page, except within a dialog over the carousel. */
export function usePageArrows(carousel: RefObject<HTMLElement | null>, { previous, next }: Turns, enabled = true) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const turn = { ArrowLeft: previous, ArrowRight: next }[event.key];
    if (!turn || event.defaultPrevented || event.altKey || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const target = event.target instanceof Element ? event.target : null;
    const dialog = target?.closest('[role="dialog"]');
    if (target?.closest(takenElsewhere) || (dialog && !dialog.contains(carousel.current))) return;
    event.preventDefault();
    turn();
  });
  useEffect(() => {
    if (!enabled) return;
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, [enabled]);
}
