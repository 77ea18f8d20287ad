/** @jest-environment jsdom */
import type { CurrentUser, Photo } from '@candid/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { PoolGate } from '../../../features/dashboard/pool-gate';
import { queryKeys } from '../../../lib/query/keys';
import { sessionStore } from '../../../lib/session/session-store';
import { toastStore } from '../../../ui/toast/toast-store';
import { useAddFlow } from './use-add-flow';

const user = { hasCompletedFirstAssessment: true } as CurrentUser;
const photo = { _id: 'photo', path: '/photo', section: 'bank' } as Photo;

/** The pictures that this page holds in memory. */
const pictures = new Set<string>();

beforeEach(() => {
  pictures.clear();
  let made = 0;
  URL.createObjectURL = () => {
    made += 1;
    pictures.add(`blob:${made}`);
    return `blob:${made}`;
  };
  URL.revokeObjectURL = (path) => void pictures.delete(path);
  sessionStore.signIn({ token: 't', userId: 'ann' });
  toastStore.dismiss();
});
afterEach(cleanup);

function open(gate: PoolGate, inPool: number, of = user) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(
    queryKeys.photosIn('testing'),
    Array.from({ length: inPool }, (_, index) => ({ _id: `${index}` })),
  );
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useAddFlow(of, gate), { wrapper });
}

describe('a photo to assess', () => {
  it('opens the setup with what was asked for', () => {
    const { result } = open('open', 5);
    act(() => result.current.start(photo, [3]));
    expect(result.current).toMatchObject({ setupOpen: true, phraseIds: [3], selection: [{ id: 'photo' }] });
  });

  it('is refused in words where the pool is full', () => {
    const { result } = open('full', 6);
    act(() => result.current.start(photo, [3]));
    expect(toastStore.current()?.text).toBe('You can assess up to 6 photos at the same time.');
    expect(result.current.setupOpen).toBe(false);
  });

  it('is refused in words where the planner has to come first', () => {
    const { result } = open('planner', 0);
    act(() => result.current.start(photo));
    expect(toastStore.current()?.text).toMatch(/moved at least 1 photo into your Profile Planner$/);
    expect(result.current.setupOpen).toBe(false);
  });
});

it('uploads another crop of one photo, until something else is picked', () => {
  const { result } = open('open', 0);
  act(() => result.current.replace(photo));
  expect(result.current).toMatchObject({ picker: 'unrated', replacing: photo });
  act(() => result.current.pick('unrated'));
  expect(result.current.replacing).toBeNull();
});

describe('a first assessment that starts over', () => {
  it('opens the setup with the stored photos', () => {
    const { result } = open('open', 0, { hasCompletedFirstAssessment: false } as CurrentUser);
    act(() => result.current.startWith([photo, { ...photo, _id: 'other', path: '/other' } as Photo]));
    expect(result.current).toMatchObject({
      setupOpen: true,
      picker: null,
      selection: [{ id: 'photo' }, { id: 'other' }],
    });
  });
});

describe('the pictures of cropped photos', () => {
  const crop = (inPool: number, count: number) => {
    const page = open('open', inPool);
    const files = Array.from({ length: count }, (_, at) => new File(['x'], `${at}.png`));
    act(() => page.result.current.select(files));
    return page;
  };

  it('are held for those that fit', () => {
    const { result } = crop(4, 3);
    expect(result.current.selection).toHaveLength(2);
    expect([...pictures]).toEqual(result.current.selection.map(({ path }) => path));
  });

  it('are released one by one, and all at once when the selection is dropped', () => {
    const { result } = crop(0, 3);
    const [first] = result.current.selection;
    act(() => result.current.remove(first!));
    expect([...pictures]).toEqual(result.current.selection.map(({ path }) => path));
    expect(pictures.size).toBe(2);
    act(() => result.current.letGo());
    expect(pictures.size).toBe(0);
  });

  it('go when the page is left', () => {
    const { unmount } = crop(0, 2);
    expect(pictures.size).toBe(2);
    unmount();
    expect(pictures.size).toBe(0);
  });
});
