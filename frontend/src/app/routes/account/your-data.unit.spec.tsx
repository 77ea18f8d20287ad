/** @jest-environment jsdom */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Desk, show } from '../../../lib/desk.fixture.spec';
import YourDataPage from './your-data.page';

afterEach(cleanup);

/** Makes the export answer `text` in one chunk. */
function exportAnswers(text: string, status = 200): void {
  const parts = [new TextEncoder().encode(text)];
  const read = async () => ({ done: parts.length === 0, value: parts.shift() });
  globalThis.fetch = (async () => ({
    ...{ ok: status < 300, status, headers: new Map(), body: { getReader: () => ({ read }) } },
    json: async () => JSON.parse(text),
  })) as unknown as typeof fetch;
}

it.each([
  [
    'breaks off',
    '{"account":{',
    200,
    'You seem to be offline. Nothing was lost; please try again when you are connected.',
  ],
  ['fails', 'out of order', 500, 'Your data could not be downloaded. Please try again.'],
])('saves no file of all data that %s, and says so', async (_, text, status, words) => {
  window.scrollTo = () => undefined;
  new Desk().signIn();
  const saved: unknown[] = [];
  URL.createObjectURL = (file) => String(saved.push(file));
  exportAnswers(text, status);
  show(<YourDataPage />, '/account/your-data');
  await userEvent.click(screen.getByRole('button', { name: 'Download my data' }));
  await screen.findByText(words);
  expect(saved).toEqual([]);
});
