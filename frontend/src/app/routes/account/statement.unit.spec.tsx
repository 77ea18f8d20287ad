/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { useQueryClient } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { at, Desk, person, show, transfer } from '../../../lib/desk.fixture.spec';
import { patchCurrentUser } from '../../../lib/user/current-user';
import StatementPage, { type StatementEntry, tokensHeld } from './statement.page';

const movement = (code: StatementEntry['code'], amount: number, balance = 0): StatementEntry => ({
  entryId: '7',
  at: '2026-11-21T06:34:05.385Z',
  code,
  amount,
  balance,
  cause: '6d985fce-f883-4949-a4c9-3efac66e5520',
});

describe('held tokens', () => {
  it('are what the books have beyond what may be spent', () => {
    expect(tokensHeld([movement('reward', 25, 90), movement('grant', 40, 65)], 70)).toBe(20);
  });

  it('are none where the balance is newer than the list, and where there is no entry', () => {
    expect(tokensHeld([movement('grant', 40, 40)], 65)).toBe(0);
    expect(tokensHeld([], 0)).toBe(0);
  });
});

const statement = 'GET /account/statement';
const entry = (entryId: number, code: string, amount: number, balance: number) => ({
  ...{ entryId: String(entryId), at, code, amount, balance, cause: transfer },
});
const [spent, welcome] = [entry(2, 'hold', -40, 0), entry(1, 'grant', 40, 40)];

let desk: Desk;
let receiveBalance: (tokenCount: number) => void;
beforeEach(() => {
  window.scrollTo = () => undefined;
  desk = new Desk();
  desk.signIn();
});
afterEach(cleanup);

const answer = (entries: object[], nextCursor: string | null = null) =>
  desk.answer(statement, { success: true, entries, nextCursor, payableTokens: 0 });
/** Changes the balance in the cache, as a live update does. */
function Live() {
  const queryClient = useQueryClient();
  receiveBalance = (tokenCount) => act(() => patchCurrentUser(queryClient, person, { tokenCount }));
  return null;
}
const open = () =>
  show(
    <>
      <Live />
      <StatementPage />
    </>,
    '/account/statement',
  );
const entries = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

describe('the token statement', () => {
  it('has each movement in plain words, with its date, its sign and the balance after it', async () => {
    answer([spent, welcome]);
    open();
    await screen.findByText('2 entries. That is everything.');
    const [newest, first] = entries();
    expect(newest).toMatch(/^Assessment started5 tokens for each .*\d\d\/\d\d\/\d\d • \d\d:\d\d−40.*Balance 0$/);
    expect(first).toMatch(/^Welcome tokens.*\+40.*Balance 40$/);
  });

  it('grows by a page, and gives its end the focus once it is all there', async () => {
    desk.answer(statement, ({ searchParams }) => ({
      ...{ success: true, payableTokens: 0 },
      ...(searchParams.get('cursor')
        ? { entries: [welcome], nextCursor: null }
        : { entries: [spent], nextCursor: '2' }),
    }));
    open();
    await screen.findByText('1 entry.');
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    const end = await screen.findByText('2 entries. That is everything.');
    expect(entries()).toHaveLength(2);
    expect(document.activeElement).toBe(end);
  });

  it('is fetched again when the balance changes', async () => {
    answer([welcome]);
    desk.signIn({ tokenCount: 40 });
    open();
    await screen.findByText('1 entry. That is everything.');
    await waitFor(() => expect(desk.of('GET /get-user')).toHaveLength(1));
    answer([entry(2, 'correction', -7, 33), welcome]);
    receiveBalance(33);
    await screen.findByText('Taken back by support.');
    expect(entries()[0]).toContain('−7');
  });

  it('explains tokens that are set aside', async () => {
    answer([welcome]);
    desk.signIn({ tokenCount: 20 });
    open();
    await screen.findByText(/^20 tokens are reserved for an assessment that is about to start\./);
  });

  it('offers another try where it could not be loaded', async () => {
    desk.answer(statement, {}, 500);
    open();
    await screen.findByText('Your statement could not be loaded.');
    answer([spent, welcome]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('2 entries. That is everything.');
  });
});
