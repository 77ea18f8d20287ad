/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { sessionStore } from '../../lib/session/session-store';
import { RatingMenu } from './rating-menu';

const ratedAt = '2026-03-01T10:00:00.000Z';
const hide = { hideId: '22222222-2222-4222-8222-222222222222', photoId: null, ratedAt, hiddenAt: ratedAt };
let hiddenAssessors: (typeof hide)[];

beforeEach(() => {
  const observes = class {
    observe() {}
    disconnect() {}
  };
  Object.assign(globalThis, { ResizeObserver: observes });
  sessionStore.signIn({ token: 't', userId: '11111111-1111-4111-8111-111111111111' });
  hiddenAssessors = [];
  globalThis.fetch = (async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'POST' && url.endsWith('/hide-from-assessor')) hiddenAssessors = [hide];
    if (method === 'DELETE') hiddenAssessors = [];
    const answer = { success: true, reportId: hide.hideId, hideId: hide.hideId, blocks: [], hiddenAssessors };
    return { ok: true, status: 200, headers: new Map(), json: async () => answer };
  }) as unknown as typeof fetch;
});
afterEach(cleanup);

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <main id="main" tabIndex={-1}>
        <RatingMenu ratingId="r" photoId="p" ratedAt={ratedAt} />
      </main>
    </QueryClientProvider>,
  );
const openMenu = async () => {
  const menu = screen.getByRole('button', { name: /^More about the rating of/ });
  await userEvent.click(menu);
  return menu;
};

it('keeps the focus in the sheet from the menu to the outcome of a report, and then gives it back', async () => {
  show();
  const menu = await openMenu();
  await userEvent.click(await screen.findByRole('button', { name: /^Report this rating/ }));
  const dialog = () => screen.getByRole('dialog');
  // A dialog gives the focus back after it has closed.
  const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  await settled();
  expect(dialog().contains(document.activeElement)).toBe(true);
  await userEvent.click(screen.getByRole('radio', { name: 'How this assessor rates' }));
  await userEvent.click(screen.getByRole('button', { name: 'Send report' }));
  await screen.findByRole('dialog', { name: 'Thank you, your report is sent' });
  await settled();
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Thank you, your report is sent' }));
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(document.activeElement).toBe(menu));
});

it('offers to hide once, and then to undo it', async () => {
  show();
  await openMenu();
  await userEvent.click(await screen.findByRole('button', { name: /^Hide my photos from this assessor/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Hide my photos' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await openMenu();
  await userEvent.click(await screen.findByRole('button', { name: /^Show my photos to this assessor again/ }));
  await waitFor(() => expect(hiddenAssessors).toEqual([]));
});
