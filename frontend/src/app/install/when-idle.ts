/** Runs `work` once the page has loaded and the browser has nothing better to do. */
export function whenIdle(work: () => void): void {
  const soon = () => (globalThis.requestIdleCallback ?? setTimeout)(work);
  if (document.readyState === 'complete') soon();
  else addEventListener('load', soon, { once: true });
}
