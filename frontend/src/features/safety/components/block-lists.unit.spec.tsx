/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { sessionStore } from '../../../lib/session/session-store';
import { toastStore } from '../../../ui/toast/toast-store';
import { BlockLists } from './block-lists';

const id = (digit: number) => `${digit}0000000-0000-4000-8000-000000000000`;
const blocks = ['10:00', '16:30'].map((time, at) => ({ userId: id(at + 1), blockedAt: `2026-03-01T${time}:00.000Z` }));
const hiddenAssessors = [
  { hideId: id(3), photoId: id(4), ratedAt: '2026-03-01T10:00:00.000Z', hiddenAt: '2026-03-02T10:00:00.000Z' },
];
const unknown = { success: false, code: 'NOT_FOUND', message: 'There is no such block.', error: 'No such block.' };

beforeEach(() => {
  sessionStore.signIn({ token: 't', userId: id(9) });
  toastStore.dismiss();
  globalThis.fetch = (async (_url: string, { method = 'GET' }: RequestInit = {}) => {
    const [status, body] = method === 'GET' ? [200, { success: true, blocks, hiddenAssessors }] : [404, unknown];
    return { ok: status < 300, status, headers: new Map(), json: async () => body };
  }) as unknown as typeof fetch;
});
afterEach(cleanup);

it('tells entries of one day apart, and takes an undo of what is undone already as done', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <BlockLists />
    </QueryClientProvider>,
  );
  const people = await screen.findAllByText(/^Not shown since/);
  expect(new Set(people.map(({ textContent }) => textContent)).size).toBe(2);
  for (const name of [/^Undo: the person/, /^Undo: the person/, /^Undo: the assessor/]) {
    const [button] = screen.getAllByRole('button', { name });
    await userEvent.click(button!);
    await waitFor(() => expect(button!.isConnected).toBe(false));
    expect(toastStore.current()?.text).toMatch(/^(You may be shown this person|This assessor may be shown)/);
  }
});
