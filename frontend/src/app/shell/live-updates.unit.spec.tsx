/** @jest-environment jsdom */
import { photosRoutes } from '@candid/contracts';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import type { Answer } from '../../lib/api/call';
import { liveStore } from '../../lib/live/live-store';
import { keyOf } from '../../lib/query/use-read';
import { watchRatings } from './live-updates';

afterEach(() => liveStore.set({ connected: false, newRatings: false }));

const keyIn = (section: string) => keyOf(photosRoutes.listPhotos, { params: { section, userId: 'me' } });
const listed = (photos: object[]) => ({ photos }) as Answer<typeof photosRoutes.listPhotos>;

/** Watches a query cache and records the photo ids that `onRated` receives. */
function watched() {
  const queryClient = new QueryClient();
  const onRated = jest.fn<(photoId: string) => void>();
  watchRatings(queryClient, onRated);
  const bring = (section: string, ratings: Record<string, number>) =>
    queryClient.fetchQuery({
      queryKey: keyIn(section),
      queryFn: () => listed(Object.entries(ratings).map(([_id, timesRated]) => ({ _id, timesRated }))),
    });
  return { bring, told: () => onRated.mock.calls.flat() };
}

describe('photos that come with more ratings than before', () => {
  it('are handed on, and no others', async () => {
    const { bring, told } = watched();
    await bring('testing', { a: 1, b: 0 });
    expect(told()).toEqual([]);
    await bring('testing', { a: 1, b: 2 });
    expect(told()).toEqual(['b']);
  });

  it('are handed on once, though another list answers later with what was so before', async () => {
    const { bring, told } = watched();
    await bring('testing', { a: 1 });
    await bring('testing', { a: 2 });
    await bring('rated', { a: 1 });
    await bring('rated', { a: 2 });
    expect(told()).toEqual(['a']);
  });

  it('are handed on though the first answer came before anybody watched', async () => {
    const queryClient = new QueryClient();
    const onRated = jest.fn<(photoId: string) => void>();
    queryClient.setQueryData(keyIn('testing'), listed([{ _id: 'a', timesRated: 1 }]));
    watchRatings(queryClient, onRated);
    const queryFn = () => listed([{ _id: 'a', timesRated: 2 }]);
    await queryClient.fetchQuery({ queryKey: keyIn('testing'), queryFn });
    expect(onRated.mock.calls.flat()).toEqual(['a']);
  });

  it.each([
    { connected: true, newRatings: false },
    { connected: false, newRatings: true },
  ])('are said to be new where no stream tells of them: %j', async ({ connected, newRatings }) => {
    const { bring } = watched();
    liveStore.set({ connected });
    await bring('testing', { a: 1 });
    await bring('testing', { a: 2 });
    expect(liveStore.current().newRatings).toBe(newRatings);
  });
});
