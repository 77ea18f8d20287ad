/** @jest-environment jsdom */
import { identityRoutes, type Photo } from '@candid/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { answered } from '../../../../lib/query/answered.fixture.spec';
import { keyOf } from '../../../../lib/query/use-read';
import { sessionStore } from '../../../../lib/session/session-store';
import { NotificationsDialog, newRatingsOf } from './notifications-dialog';

describe('notifications dialog', () => {
  const seenMs = 5_000;
  const asked = { params: { userId: 'ann' } };
  let sent: unknown[];
  let client: QueryClient;

  beforeEach(() => {
    jest.useFakeTimers();
    sent = [];
    client = new QueryClient();
    answered(client, identityRoutes.getUser, asked, { user: { notificationNumber: 3 } });
    sessionStore.signIn({ token: 't', userId: 'ann' });
    globalThis.fetch = (async (url: string, { body }: RequestInit) => {
      sent.push([url, JSON.parse(String(body))]);
      const answer = { success: true, notificationNumber: 0 };
      return { ok: true, status: 200, headers: new Map(), json: async () => answer };
    }) as unknown as typeof fetch;
  });
  afterEach(() => {
    cleanup();
    jest.useRealTimers();
  });

  const dialog = (count: number, open = true) => (
    <QueryClientProvider client={client}>
      <NotificationsDialog open={open} count={count} photos={[]} onOpen={() => undefined} onClose={() => undefined} />
    </QueryClientProvider>
  );
  async function show(count: number) {
    const shown = render(dialog(count));
    await act(async () => import('../../../../ui/motion/motion-features'));
    return shown;
  }
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const clearing = ['/api/clear-notifications', { userId: 'ann' }];

  describe('notifications that were seen', () => {
    it('are cleared after five seconds, once', async () => {
      await show(3);
      await pass(seenMs - 1);
      expect(sent).toEqual([]);
      await pass(1);
      expect(client.getQueryData(keyOf(identityRoutes.getUser, asked))?.user).toEqual({ notificationNumber: 0 });
      await pass(seenMs);
      expect(sent).toEqual([clearing]);
    });

    it('are cleared although the page has been left by then', async () => {
      const { unmount } = await show(3);
      unmount();
      await pass(seenMs);
      expect(sent).toEqual([clearing]);
      expect(client.getQueryData(keyOf(identityRoutes.getUser, asked))?.user).toEqual({ notificationNumber: 0 });
    });

    it('are left alone once somebody else is logged in', async () => {
      const { unmount } = await show(3);
      unmount();
      sessionStore.signIn({ token: 't', userId: 'bob' });
      await pass(seenMs);
      expect(sent).toEqual([]);
    });

    it('are still told of in the open sheet when they have been cleared, and those that come while it is open', async () => {
      const { rerender } = await show(2);
      rerender(dialog(3));
      rerender(dialog(0));
      screen.getByText('3 new results since you last looked');
      rerender(dialog(0, false));
      rerender(dialog(0));
      screen.getByText(/^Nothing new/);
    });

    it('leave nothing to clear where there are none', async () => {
      await show(0);
      await pass(seenMs);
      expect(sent).toEqual([]);
    });
  });
});

const photo = (id: string, timesRated: number, section: Photo['section'] = 'bank') =>
  ({ _id: id, timesRated, section }) as Photo;
const rowsOf = (photos: Photo[], seen: Record<string, number> | null) =>
  newRatingsOf(photos, seen).map(({ photo: { _id }, ratings }) => [_id, ratings]);

describe('new ratings', () => {
  it('are those above what was seen, by photo, the most first', () => {
    const photos = [photo('a', 4), photo('b', 7), photo('c', 2)];
    expect(rowsOf(photos, { a: 3, b: 4, c: 2 })).toEqual([
      ['b', 3],
      ['a', 1],
    ]);
  });

  it('are all ratings of a photo that was not there before', () => {
    expect(rowsOf([photo('new', 2)], {})).toEqual([['new', 2]]);
  });

  it('are those of running assessments in a browser that has shown none', () => {
    expect(rowsOf([photo('old', 9), photo('running', 2, 'testing')], null)).toEqual([['running', 2]]);
  });

  it('are not ratings that went away with a reset', () => {
    expect(rowsOf([photo('a', 0)], { a: 4 })).toEqual([]);
  });
});
