/** Runs `work` once the page has loaded, what it shows now has been painted, and the browser has nothing better to do. */
export function whenIdle(work: () => void): void {
  const soon = () => requestAnimationFrame(() => (globalThis.requestIdleCallback ?? setTimeout)(work));
  if (document.readyState === 'complete') soon();
  else addEventListener('load', soon, { once: true });
}
