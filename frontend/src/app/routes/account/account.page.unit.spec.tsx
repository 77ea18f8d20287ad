/** @jest-environment jsdom */
import type { Photo } from '@candid/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom';
import { usePhotoMoves } from '../../../features/dashboard/hooks/use-photo-moves';
import { sessionStore } from '../../../lib/session/session-store';
import { toastStore } from '../../../ui/toast/toast-store';
import { SessionGuard } from '../../router';
import { dropToastsAtSessionEnd } from '../../shell/member-area';
import AccountPage from './account.page';

const photo = { _id: 'photo', section: 'testing', placeholder: 'rated' } as unknown as Photo;
const watch = { warningOf: () => null, settle: async () => 0 };

let sent: string[];
let answers: Map<string, () => void>;
let unfollow: () => void;

beforeEach(() => {
  sent = [];
  answers = new Map();
  window.scrollTo = () => undefined;
  unfollow = dropToastsAtSessionEnd();
  sessionStore.signIn({ token: 'ann', userId: '11111111-1111-4111-8111-111111111111' });
  globalThis.fetch = (async (url: string, { method = 'GET' }: RequestInit) => {
    if (method !== 'POST') return { ok: false, status: 404, headers: new Map(), json: async () => ({}) };
    const call = url.replace('/api', '');
    sent.push(call);
    await new Promise<void>((resolve) => answers.set(call, resolve));
    const body = { success: true, section: 'bank' };
    return { ok: true, status: 200, headers: new Map(), json: async () => body };
  }) as unknown as typeof fetch;
});
afterEach(() => {
  unfollow();
  cleanup();
  jest.restoreAllMocks();
});

function Dashboard() {
  const moves = usePhotoMoves(() => undefined, watch);
  return (
    <>
      <button type="button" onClick={() => moves.finish(photo)}>
        Done
      </button>
      <Link to="/account">Account</Link>
    </>
  );
}

const press = (name: string) => userEvent.click(screen.getByText(name));

/** Presses Done, and opens the account page while Undo is still offered. */
async function showAfterDone() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={['/profile']}>
        <Routes>
          <Route element={<SessionGuard />}>
            <Route path="/profile" element={<Dashboard />} />
            <Route path="/account" element={<AccountPage />} />
          </Route>
          <Route path="/login" element={<p>Left</p>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await press('Done');
  await press('Account');
  expect(toastStore.current()?.action?.label).toBe('Undo');
}

const answer = async (call: string) => {
  await waitFor(() => expect(sent).toContain(call));
  await act(async () => answers.get(call)?.());
};
/** Waits until all pending work has finished. */
const settled = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve))));

describe('Done, when its Undo is still offered', () => {
  it('is told to the server before the session ends', async () => {
    await showAfterDone();
    await press('Log Out');
    await waitFor(() => expect(sent).toEqual(['/return-photo/photo']));
    await settled();
    expect(sent).toEqual(['/return-photo/photo']);
    await answer('/return-photo/photo');
    await answer('/auth/logout');
    await screen.findByText('Left');
    expect(toastStore.current()).toBeNull();
  });

  it('is neither shown to nor done in the name of whoever comes next', async () => {
    await showAfterDone();
    act(() => sessionStore.signOut('expired'));
    expect(toastStore.current()).toBeNull();
    act(() => sessionStore.signIn({ token: 'bob', userId: '22222222-2222-4222-8222-222222222222' }));
    act(() => toastStore.show({ text: 'Logged in' }));
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    await settled();
    expect(sent).toEqual([]);
    act(() => toastStore.dismiss());
  });
});
