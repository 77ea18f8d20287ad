import { useEffect, useRef } from 'react';

/** Calls `onReport` when the person presses R, except while they type or the focus is in a dialog. */
export function useReportKey(enabled: boolean, onReport: () => void): void {
  const latest = useRef(onReport);
  latest.current = onReport;
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key.toLowerCase() !== 'r' || !(target instanceof Element)) return;
      if (target.closest('input, textarea, select, [role="dialog"], [role="alertdialog"]')) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [enabled]);
}
