import { useEffect, useRef } from 'react';

interface ArrowKeys {
  onPrevious: () => void;
  onNext: () => void;
}

/** What the arrow keys belong to already, and dialogs that ask something. */
const takenElsewhere = 'input, select, textarea, [role="tablist"], [role="slider"], [role="alertdialog"]';

/** Steps with the arrow keys wherever the focus is, while this is on the screen. */
export function useArrowKeys(keys: ArrowKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });

  useEffect(() => {
    const step = (event: KeyboardEvent) => {
      const act = { ArrowLeft: latest.current.onPrevious, ArrowRight: latest.current.onNext }[event.key];
      const within = event.target instanceof Element ? event.target : null;
      if (!act || event.defaultPrevented || event.altKey || event.metaKey || event.ctrlKey) return;
      if (within?.closest(takenElsewhere)) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', step);
    return () => window.removeEventListener('keydown', step);
  }, []);
}
