import { Workbox } from 'workbox-window';
import { renewLanguage } from '../../lib/language/take-language';
import { updateStore } from '../shell/notice-bar';

const askAgainMs = 60 * 60_000;
const oldWorkerEndsMs = 3_000;

/** Registers the service worker. A later version waits until the person accepts it in a tab; only that tab reloads. */
export async function registerServiceWorker(): Promise<void> {
  // Without the cookie, the next version would be in the language of the browser.
  renewLanguage();
  const worker = new Workbox('/sw.js');
  worker.addEventListener('waiting', () =>
    updateStore.set(async () => {
      const current = await navigator.serviceWorker.getRegistration();
      // The new version is already active: another tab activated it, or the last page with the old version was closed.
      if (!current?.waiting) return location.reload();
      worker.addEventListener('controlling', () => location.reload());
      worker.messageSkipWaiting();
      // The old worker first finishes its open requests, which takes minutes on a slow network. A reload cancels them.
      setTimeout(() => location.reload(), oldWorkerEndsMs);
    }),
  );
  // If the browser refuses the worker (private mode, no storage), the app works without its offline part.
  const registration = await worker.register({ immediate: true }).catch(() => undefined);
  if (!registration) return;
  let askedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - askedAt < askAgainMs) return;
    askedAt = Date.now();
    registration.update().catch(() => undefined);
  });
}
