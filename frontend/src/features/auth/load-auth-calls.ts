/** The contract's schemas load while the person types, so that the page does not wait for them. */
export const loadAuthCalls = () => import('./auth-calls');

/** Loads the schemas once the page is visible. If that fails, sending the form loads them again. */
export function fetchAuthCallsAhead(): void {
  whenIdle(() => {
    loadAuthCalls().catch(() => undefined);
  });
}

/** Runs `work` once the page has loaded and is painted, and the browser is idle. */
function whenIdle(work: () => void): void {
  const soon = () => requestAnimationFrame(() => (globalThis.requestIdleCallback ?? setTimeout)(work));
  if (document.readyState === 'complete') soon();
  else addEventListener('load', soon, { once: true });
}
