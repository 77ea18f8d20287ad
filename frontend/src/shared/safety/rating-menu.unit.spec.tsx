/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { sessionStore } from '../../lib/session/session-store';
import { RatingMenu } from './rating-menu';

beforeEach(() => {
  const observes = class {
    observe() {}
    disconnect() {}
  };
  Object.assign(globalThis, { ResizeObserver: observes });
  sessionStore.signIn({ token: 't', userId: '11111111-1111-4111-8111-111111111111' });
  globalThis.fetch = (async () => ({
    ok: true,
    status: 202,
    headers: new Map(),
    json: async () => ({ success: true, reportId: '22222222-2222-4222-8222-222222222222', isHeld: false }),
  })) as unknown as typeof fetch;
});
afterEach(cleanup);

it('keeps the focus in the sheet from the menu to the outcome of a report, and then gives it back', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <main id="main" tabIndex={-1}>
        <RatingMenu ratingId="r" photoId="p" when="today" />
      </main>
    </QueryClientProvider>,
  );
  const menu = screen.getByRole('button', { name: 'More about the rating of today' });
  await userEvent.click(menu);
  await userEvent.click(await screen.findByRole('button', { name: /^Report this rating/ }));
  const dialog = () => screen.getByRole('dialog');
  const settled = () => new Promise((resolve) => setTimeout(resolve, 50));
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
