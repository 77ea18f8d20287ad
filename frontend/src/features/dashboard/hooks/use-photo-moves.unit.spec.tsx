/** @jest-environment jsdom */
import type { CurrentUser, Photo } from '@candid/contracts';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { PropsWithChildren } from 'react';
import { queryKeys } from '../../../lib/query/keys';
import { sessionStore } from '../../../lib/session/session-store';
import { toastStore } from '../../../ui/toast/toast-store';
import { type ProfileWatch, usePhotoMoves } from './use-photo-moves';

const userId = '11111111-1111-4111-8111-111111111111';
const banked = { _id: 'photo', section: 'bank', placeholder: 'rated', timesRated: 4 } as unknown as Photo;

beforeEach(() => {
  sessionStore.signIn({ token: 't', userId });
  globalThis.fetch = (() => new Promise(() => undefined)) as unknown as typeof fetch;
});
afterEach(() => {
  act(() => toastStore.dismiss());
  cleanup();
});

function movesBeside(warningOf: ProfileWatch['warningOf']) {
  const queryClient = new QueryClient();
  queryClient.setQueryData(queryKeys.user(userId), { hasMadeFirstProfile: true } as CurrentUser);
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const watch = { warningOf, settle: async () => 0 };
  return renderHook(() => usePhotoMoves(() => undefined, watch), { wrapper }).result;
}
const offered = () => toastStore.current()?.action?.label;

it('offers Undo of a move whose way back ends nothing', async () => {
  const moves = movesBeside(() => null);
  await act(async () => moves.current.putInProfile(banked));
  expect(offered()).toBe('Undo');
});

it('offers none where the way back would end what runs without asking', async () => {
  const moves = movesBeside((photo, to) => (photo.section === 'profile' && to === 'bank' ? 'It ends all.' : null));
  await act(async () => moves.current.putInProfile(banked));
  expect(toastStore.current()).not.toBeNull();
  expect(offered()).toBeUndefined();
  await act(async () => moves.current.putInBank({ ...banked, section: 'profile' }));
  expect(moves.current.question).toMatchObject({ kind: 'move', to: 'bank', warning: 'It ends all.' });
});
