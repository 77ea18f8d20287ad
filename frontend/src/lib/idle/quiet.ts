import { startTransition, useEffect, useState } from 'react';

const longestWaitMs = 2_500;
let promise: Promise<void> | undefined;

/** Resolves when the first picture has loaded and the browser is idle, when the person acts, or after 2.5 s. */
export function quiet(): Promise<void> {
  promise ??= new Promise((resolve) => {
    // A cached picture loads before the page is painted, so the work waits two frames for the paint.
    const afterPaint = (work: () => void) => requestAnimationFrame(() => requestAnimationFrame(work));
    const soon = () => afterPaint(() => (globalThis.requestIdleCallback ?? setTimeout)(() => resolve()));
    document.addEventListener('load', (event) => event.target instanceof HTMLImageElement && soon(), { capture: true });
    for (const act of ['pointerdown', 'keydown']) addEventListener(act, () => resolve(), { once: true });
    setTimeout(resolve, longestWaitMs);
  });
  return promise;
}

/** True once `quiet` has resolved, or immediately if there is nothing to wait for. The update is a transition. */
export function useQuiet(nothingToWaitFor: boolean): boolean {
  const [reached, setReached] = useState(nothingToWaitFor);
  useEffect(() => {
    quiet().then(() => startTransition(() => setReached(true)));
  }, []);
  return reached || nothingToWaitFor;
}
