import { useEffect, useRef } from 'react';

interface ArrowKeys {
  onPrevious: () => void;
  onNext: () => void;
}

/** Elements that use the arrow keys themselves, and dialogs with a question. */
const takenElsewhere = 'input, select, textarea, [role="tablist"], [role="slider"], [role="alertdialog"]';

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
