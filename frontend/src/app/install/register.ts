import { Workbox } from 'workbox-window';
import { updateStore } from './update-store';

const askAgainMs = 60 * 60_000;
const oldWorkerEndsMs = 3_000;

/** Registers the service worker. A later version waits until the person says so in this tab; other tabs are never reloaded. */
export async function registerServiceWorker(): Promise<void> {
  const worker = new Workbox('/sw.js');
  worker.addEventListener('waiting', () =>
    updateStore.set(async () => {
      const current = await navigator.serviceWorker.getRegistration();
      // Another tab has let it in, or the last page that used the old one was left.
      if (!current?.waiting) return location.reload();
      worker.addEventListener('controlling', () => location.reload());
      worker.messageSkipWaiting();
      // The old one first answers what it has in work, for minutes where a connection is slow. A reload ends that.
      setTimeout(() => location.reload(), oldWorkerEndsMs);
    }),
  );
  // A browser that refuses it (private mode, no storage) has the app without its offline part.
  const registration = await worker.register({ immediate: true }).catch(() => undefined);
  if (!registration) return;
  let askedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - askedAt < askAgainMs) return;
    askedAt = Date.now();
    registration.update().catch(() => undefined);
  });
}
