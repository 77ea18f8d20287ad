import type { PushNotice } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { type PushScope, showNotifications } from './push-worker';

const origin = 'https://candid.example';

/** A service worker with these open pages. Records what it shows, focuses and opens. */
function newWorker(pages: string[] = []) {
  const done: unknown[] = [];
  const listeners = new Map<string, (event: object) => void>();
  const windows = pages.map((path) => ({ url: `${origin}${path}`, focus: async () => done.push(['focus', path]) }));
  showNotifications({
    location: { origin },
    registration: { showNotification: async (title, options) => void done.push([title, options]) },
    clients: { matchAll: async () => windows, openWindow: async (url) => done.push(['open', url]) },
    addEventListener: (type: string, listener: never) => void listeners.set(type, listener),
  } as PushScope);
  const happen = async (type: string, event: object) => {
    let work: Promise<unknown> = Promise.resolve();
    listeners.get(type)!({ ...event, waitUntil: (waited: Promise<unknown>) => (work = waited) });
    await work;
    return done;
  };
  return {
    push: (notice: PushNotice) => happen('push', { data: { json: () => notice } }),
    click: (path: string) => happen('notificationclick', { notification: { data: path, close: () => undefined } }),
  };
}

describe('a push message', () => {
  it.each([
    [3, '3 of 4 have rated'],
    [1, '1 of 4 has rated'],
  ])('with %i ratings is shown quietly in place of the one before', async (rated, title) => {
    const notice = { kind: 'progress', path: '/profile', tag: 'a', progress: { rated, limit: 4 } } as const;
    expect(await newWorker().push(notice)).toMatchObject([[title, { tag: 'a', renotify: false, data: '/profile' }]]);
  });

  it('about results says so and sounds again', async () => {
    expect(await newWorker().push({ kind: 'results', path: '/test/1', tag: 'a' })).toMatchObject([
      ['Results are in', { tag: 'a', renotify: true, data: '/test/1' }],
    ]);
  });
});

describe('a press on a notification', () => {
  it('shows the page where it is open', async () => {
    expect(await newWorker(['/feed', '/test/1']).click('/test/1')).toEqual([['focus', '/test/1']]);
  });

  it('opens the page and leaves other pages alone', async () => {
    expect(await newWorker(['/feed']).click('/test/1')).toEqual([['open', `${origin}/test/1`]]);
  });

  it('never leads to another site', async () => {
    expect(await newWorker().click('https://example.org/')).toEqual([['open', origin]]);
  });
});
