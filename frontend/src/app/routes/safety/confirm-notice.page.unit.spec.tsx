/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import ConfirmNoticePage from './confirm-notice.page';

const sent: unknown[] = [];
beforeEach(() => {
  sent.length = 0;
  globalThis.fetch = (async (_url: string, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)));
    return { ok: true, status: 200, headers: new Map(), json: async () => ({ success: true }) };
  }) as unknown as typeof fetch;
});
afterEach(cleanup);

it('confirms the notice of the link when the button is pressed and not before', async () => {
  render(
    <MemoryRouter initialEntries={['/confirm-notice?token=secret']}>
      <ConfirmNoticePage />
    </MemoryRouter>,
  );
  const button = screen.getByRole('button', { name: 'Confirm my report' });
  expect(sent).toEqual([]);
  await userEvent.click(button);
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Thank you. Your report is confirmed.'));
  expect(sent).toEqual([{ token: 'secret' }]);
});
