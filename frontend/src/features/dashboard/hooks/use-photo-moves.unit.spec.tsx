/** @jest-environment jsdom */
import { identityRoutes, type Photo, photosRoutes } from '@candid/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { PropsWithChildren } from 'react';
import { answered } from '../../../lib/query/answered.fixture.spec';
import { sessionStore } from '../../../lib/session/session-store';
import { toastStore } from '../../../ui/toast/toast-store';
import { type ProfileWatch, usePhotoMoves } from './use-photo-moves';
import { usePhotos } from './use-photos';

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

/** Renders `usePhotoMoves` and `usePlaces`; `places` is the result of `usePlaces`, the places of the photos. */
function movesBeside(warningOf: ProfileWatch['warningOf'], usePlaces = (): unknown => undefined) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  for (const [section, photos] of Object.entries({ bank: [banked], profile: [] }))
    answered(queryClient, photosRoutes.listPhotos, { params: { section, userId } }, { photos });
  answered(queryClient, identityRoutes.getUser, { params: { userId } }, { user: { hasMadeFirstProfile: true } });
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const watch = { warningOf, settle: async () => 0 };
  return renderHook(() => ({ ...usePhotoMoves(() => undefined, watch), places: usePlaces() }), { wrapper }).result;
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

it.each([
  ['Undo', 'bank', 0],
  ['Dismiss', 'profile', 1],
] as const)('moves a complete photo out of the pool only after the Undo period: %s', async (answer, to, calls) => {
  const sent: string[] = [];
  globalThis.fetch = (async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method !== 'GET') sent.push(url);
    return new Promise(() => undefined);
  }) as unknown as typeof fetch;
  const moves = movesBeside(() => null);
  const complete = { ...banked, section: 'testing', testLimit: 4, testTimesRated: 4 } as Photo;
  await act(async () => (to === 'bank' ? moves.current.putInBank(complete) : moves.current.putInProfile(complete)));
  expect([offered(), sent]).toEqual(['Undo', []]);
  await act(async () => (answer === 'Undo' ? toastStore.act() : toastStore.dismiss()));
  await waitFor(() => expect(sent).toHaveLength(calls));
});

it('ends the Undo period of a move before it asks about the photo', async () => {
  const sent: string[] = [];
  globalThis.fetch = (async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method !== 'GET') sent.push(url);
    return new Promise(() => undefined);
  }) as unknown as typeof fetch;
  const moves = movesBeside(() => null);
  const complete = { ...banked, section: 'testing', testLimit: 4, testTimesRated: 4 } as Photo;
  await act(async () => moves.current.putInProfile(complete));
  expect(sent).toEqual([]);
  await act(async () => moves.current.ask({ kind: 'delete', photo: complete }));
  await waitFor(() => expect(sent).toEqual([expect.stringContaining('set-profile')]));
});

describe('a move that the server refuses', () => {
  it('is shown at once, and taken back with the reason', async () => {
    const message = 'This photo cannot be moved now.';
    let refuse = () => {};
    const refused = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    globalThis.fetch = (async (_url: string, { method = 'GET' }: RequestInit = {}) => {
      if (method === 'GET') return new Promise(() => undefined);
      await refused;
      const body = { success: false, code: 'CONFLICT', message, error: message };
      return { ok: false, status: 409, headers: new Map(), json: async () => body };
    }) as unknown as typeof fetch;
    const shown = movesBeside(
      () => null,
      () => [usePhotos('bank').data?.length, usePhotos('profile').data?.length],
    );
    expect(shown.current.places).toEqual([1, 0]);
    await act(async () => shown.current.putInProfile(banked));
    await waitFor(() => expect(shown.current.places).toEqual([0, 1]));
    await act(async () => refuse());
    await waitFor(() => expect(shown.current.places).toEqual([1, 0]));
    expect(toastStore.current()).toMatchObject({ text: message, tone: 'danger' });
  });
});

it('deletes nothing before the question is answered', async () => {
  const sent: string[] = [];
  globalThis.fetch = (async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method !== 'GET') sent.push(`${method} ${url}`);
    return new Promise(() => undefined);
  }) as unknown as typeof fetch;
  const moves = movesBeside(() => null);
  await act(async () => moves.current.ask({ kind: 'delete', photo: banked }));
  await act(async () => moves.current.answerNo());
  expect(moves.current.question).toBeNull();
  expect(sent).toEqual([]);
  await act(async () => moves.current.ask({ kind: 'delete', photo: banked }));
  await act(async () => void moves.current.answerYes());
  expect(sent).toHaveLength(1);
});
