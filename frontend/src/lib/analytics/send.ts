import { takeWaiting, whenWaiting } from './track';

const gatherMs = 5_000;
/** The contract's limit for one call. */
const batchMax = 50;

/** Sends without cookie and token, because events must not be linked to a person. Events that fail to send are dropped. */
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
  // A hidden page may never be shown again, so it sends its events at once.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') send();
  });
}
