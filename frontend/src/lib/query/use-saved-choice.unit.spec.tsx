/** @jest-environment jsdom */
import { identityRoutes } from '@candid/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { keyOf } from './use-read';
import { useSavedChoice } from './use-saved-choice';

const { getLocationPreferences: route, updateLocationPreferences } = identityRoutes;
const asked = { params: { userId: 'ann' } };
const answerOf = (country: string) => ({ success: true as const, locationsPreference: 'All' as const, country });

interface Waiting {
  readonly value: string;
  readonly done: () => void;
  readonly failed: (reason: string) => void;
}
let saves: Waiting[];
let fetches: ((country: string) => void)[];
let queryClient: QueryClient;

beforeEach(() => {
  saves = [];
  fetches = [];
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  globalThis.fetch = ((_url: string, { method, body }: RequestInit) =>
    new Promise((resolve) => {
      const answer = (status: number, given: object) =>
        resolve({ ok: status === 200, status, headers: new Map(), json: async () => given });
      if (method === 'GET') return fetches.push((country) => answer(200, answerOf(country)));
      const { country } = JSON.parse(String(body)) as { country: string };
      const done = () => answer(200, answerOf(country));
      const failed = (reason: string) =>
        answer(409, { success: false, code: 'CONFLICT', message: reason, error: reason });
      return saves.push({ value: country, done, failed });
    })) as unknown as typeof fetch;
});
afterEach(cleanup);

function Colour() {
  const { saved, choose, error } = useSavedChoice(
    route,
    asked,
    updateLocationPreferences,
    ({ locationsPreference, country }) => ({ body: { userId: 'ann', locationsPreference, country } }),
  );
  return (
    <>
      <output>{saved.data?.country}</output>
      <button type="button" onClick={() => choose({ country: 'red' })}>
        Red
      </button>
      <button type="button" onClick={() => choose({ country: 'blue' })}>
        Blue
      </button>
      {error && <p role="alert">{error.message}</p>}
    </>
  );
}

/** Renders the choice with an old cached answer and waits until the answer is fetched again. */
async function show() {
  queryClient.setQueryData(keyOf(route, asked), answerOf('green'), { updatedAt: 1 });
  render(
    <QueryClientProvider client={queryClient}>
      <Colour />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(fetches).toHaveLength(1));
}
const shows = (colour: string) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(colour));
const choose = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const saved = (index: number) => act(async () => saves[index]?.done());
const notSaved = (index: number) => act(async () => saves[index]?.failed('Not now.'));

describe('a choice', () => {
  it('stays when what was asked for before it arrives after it', async () => {
    await show();
    await choose('Red');
    await saved(0);
    await shows('red');
    await act(async () => fetches[0]?.('green'));
    await act(async () => void (await new Promise((resolve) => setTimeout(resolve))));
    await shows('red');
  });

  it('is saved before the next one, and the last one stays', async () => {
    await show();
    await choose('Red');
    await choose('Blue');
    expect(saves.map(({ value }) => value)).toEqual(['red']);
    await saved(0);
    await shows('blue');
    await waitFor(() => expect(saves.map(({ value }) => value)).toEqual(['red', 'blue']));
    await notSaved(1);
    await shows('red');
  });

  it('goes back to what is saved, with the reason, and is asked for again', async () => {
    await show();
    await choose('Red');
    await notSaved(0);
    await shows('green');
    await screen.findByText('Not now.');
    await waitFor(() => expect(fetches).toHaveLength(2));
  });

  it('stays where only the one before it could not be saved', async () => {
    await show();
    await choose('Red');
    await choose('Blue');
    await notSaved(0);
    await shows('blue');
    await waitFor(() => expect(saves).toHaveLength(2));
    await saved(1);
    await shows('blue');
  });
});
