/** @jest-environment jsdom */
import type { CurrentUser, Photo } from '@candid/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { PoolGate } from '../../../features/dashboard/hooks/pool-gate';
import { queryKeys } from '../../../lib/query/keys';
import { sessionStore } from '../../../lib/session/session-store';
import { toastStore } from '../../../ui/toast/toast-store';
import { useAddFlow } from './use-add-flow';

const user = { hasCompletedFirstAssessment: true } as CurrentUser;
const photo = { _id: 'photo', path: '/photo', section: 'bank' } as Photo;

beforeEach(() => {
  sessionStore.signIn({ token: 't', userId: 'ann' });
  toastStore.dismiss();
});
afterEach(cleanup);

function open(gate: PoolGate, inPool: number) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(
    queryKeys.photosIn('testing'),
    Array.from({ length: inPool }, (_, index) => ({ _id: `${index}` })),
  );
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useAddFlow(user, gate), { wrapper });
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
