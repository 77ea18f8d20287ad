/** The contract's schemas are fetched while the person types, not before the page shows. */
export function loadAuthCalls() {
  return import('./auth-calls');
}

/** Once the page is there; what does not come then is asked for again when the form is sent. */
export function fetchAuthCallsAhead(): void {
  whenIdle(() => {
    loadAuthCalls().catch(() => undefined);
  });
}

/** Runs `work` once the page has loaded, what it shows now has been painted, and the browser has nothing better to do. */
function whenIdle(work: () => void): void {
  const soon = () => requestAnimationFrame(() => (globalThis.requestIdleCallback ?? setTimeout)(work));
  if (document.readyState === 'complete') soon();
  else addEventListener('load', soon, { once: true });
}
