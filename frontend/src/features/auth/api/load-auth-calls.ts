import { whenIdle } from '../../../lib/idle/when-idle';

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
