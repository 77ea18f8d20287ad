import { startTransition, useEffect, useState } from 'react';

const longestWaitMs = 2_500;
let promise: Promise<void> | undefined;

/**
 * Resolves once the page's first picture has come and the browser has nothing better to do, as soon as the person does
 * something, or after 2.5 s: what nobody has to see at first is loaded then.
 */
export function quiet(): Promise<void> {
  promise ??= new Promise((resolve) => {
    // A picture that was there already comes before the page is painted: two frames later it has been.
    const afterPaint = (work: () => void) => requestAnimationFrame(() => requestAnimationFrame(work));
    const soon = () => afterPaint(() => (globalThis.requestIdleCallback ?? setTimeout)(() => resolve()));
    document.addEventListener('load', (event) => event.target instanceof HTMLImageElement && soon(), { capture: true });
    for (const act of ['pointerdown', 'keydown']) addEventListener(act, () => resolve(), { once: true });
    setTimeout(resolve, longestWaitMs);
  });
  return promise;
}

/** Whether `quiet` has come; at once where there is nothing to wait for. What it makes appear is rendered in slices. */
export function useQuiet(nothingToWaitFor: boolean): boolean {
  const [reached, setReached] = useState(nothingToWaitFor);
  useEffect(() => {
    quiet().then(() => startTransition(() => setReached(true)));
  }, []);
  return reached || nothingToWaitFor;
}
