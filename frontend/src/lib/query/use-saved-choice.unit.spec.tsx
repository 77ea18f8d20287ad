/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useSavedChoice } from './use-saved-choice';

const queryKey = ['colour'];

interface Waiting {
  readonly value: string;
  readonly done: () => void;
  readonly failed: (error: Error) => void;
}
let saves: Waiting[];
let fetches: ((colour: string) => void)[];
let queryClient: QueryClient;

beforeEach(() => {
  saves = [];
  fetches = [];
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});
afterEach(cleanup);

const save = (value: string) => new Promise<void>((done, failed) => void saves.push({ value, done, failed }));

function Colour() {
  const queryFn = () => new Promise<string>((resolve) => void fetches.push(resolve));
  const { data } = useQuery({ queryKey, queryFn });
  const { choose, error } = useSavedChoice(queryKey, save);
  return (
    <>
      <output>{data}</output>
      <button type="button" onClick={() => choose('red')}>
        Red
      </button>
      <button type="button" onClick={() => choose('blue')}>
        Blue
      </button>
      {error && <p role="alert">{error.message}</p>}
    </>
  );
}

/** As it was last time, and asked for again. */
async function show() {
  queryClient.setQueryData(queryKey, 'green', { updatedAt: 1 });
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
const notSaved = (index: number) => act(async () => saves[index]?.failed(new Error('Not now.')));

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
