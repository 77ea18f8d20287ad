import { takeWaiting, whenWaiting } from './track';

const gatherMs = 5_000;
/** The contract's limit for one call. */
const batchMax = 50;

/** Sends no cookie or token, because events must not be linked to a person. Drops events that fail to send. */
function send(): void {
  for (let events = takeWaiting(batchMax); events.length > 0; events = takeWaiting(batchMax)) {
    fetch('/api/analytics/events', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      credentials: 'omit',
      keepalive: true,
      body: JSON.stringify({ events }),
    }).catch(() => undefined);
  }
}

function gather(): void {
  setTimeout(() => {
    send();
    whenWaiting(gather);
  }, gatherMs);
}

export function startSending(): void {
  whenWaiting(gather);
  // A hidden page may never be visible again, so it sends its events immediately.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') send();
  });
}
