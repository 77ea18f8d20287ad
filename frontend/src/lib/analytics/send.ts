import { takeWaiting, whenWaiting } from './track';

const gatherMs = 5_000;
/** As many as the contract takes at once. */
const batchMax = 50;

/** Without cookie and token: nobody is to know whose events they are. What cannot be sent is not worth keeping. */
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
  // A page that is hidden may never be shown again.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') send();
  });
}
