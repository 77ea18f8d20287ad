/** The contract's schemas are fetched while the person types, not before the page shows. */
export function loadAuthCalls() {
  return import('./auth-calls');
}
