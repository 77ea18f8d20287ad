import type { PushNotice } from '@candid/contracts';
import { pushTexts } from '../../lib/texts/push';

interface WaitingEvent {
  waitUntil(work: Promise<unknown>): void;
}

/** The part of a service worker that notifications need; the types of pages do not contain it. */
export interface PushScope {
  readonly location: Pick<Location, 'origin'>;
  readonly registration: Pick<ServiceWorkerRegistration, 'showNotification'>;
  readonly clients: {
    matchAll(options: { type: 'window' }): Promise<readonly { url: string; focus(): Promise<unknown> }[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(
    type: 'push',
    listener: (event: WaitingEvent & { data: { json(): PushNotice } | null }) => void,
  ): void;
  addEventListener(
    type: 'notificationclick',
    listener: (event: WaitingEvent & { notification: Pick<Notification, 'close' | 'data'> }) => void,
  ): void;
}

/** Shows each message as a notification, in place of an older one about the same. A click opens its page. */
export function showNotifications(worker: PushScope): void {
  worker.addEventListener('push', (event) => {
    const notice = event.data?.json();
    if (!notice) return;
    const { kind, path, tag, progress } = notice;
    const title = progress ? pushTexts.progress(progress.rated, progress.limit) : pushTexts.results;
    const options = {
      body: kind === 'results' ? pushTexts.resultsText : pushTexts.progressText,
      icon: '/pwa-192x192.png',
      tag,
      // Only results make a sound again.
      renotify: kind === 'results',
      data: path,
    };
    event.waitUntil(worker.registration.showNotification(title, options));
  });

  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(worker, new URL(String(event.notification.data), worker.location.origin)));
  });
}

/** Other open pages are left alone, because somebody may be in the middle of something there. */
async function open({ clients, location }: PushScope, { origin, href }: URL): Promise<unknown> {
  const windows = await clients.matchAll({ type: 'window' });
  const shown = windows.find(({ url }) => url === href);
  return shown ? shown.focus() : clients.openWindow(origin === location.origin ? href : location.origin);
}
