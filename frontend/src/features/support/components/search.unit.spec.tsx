/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { addressNow, at, Desk, person, show, transfer } from '../../../lib/desk.fixture.spec';
import { SearchResults } from './search';

let desk: Desk;
beforeEach(() => {
  desk = new Desk();
});
afterEach(cleanup);

const found = (kind: string, id: string, title = 'Ended') => ({ kind, id, userId: person, title, at });

function answer({ things = [], accounts = [] }: { things?: object[]; accounts?: string[] }) {
  desk.answer('GET /support/search', { success: true, results: things });
  const account = { email: 'r•••@p•••.example', roles: ['user'], createdAt: at, balance: 0, held: 0 };
  const shown = accounts.map((userId) => ({
    ...account,
    userId,
    deletionRequestedAt: null,
    eraseAt: null,
    emailBouncedAt: null,
  }));
  desk.answer('GET /support/accounts', { success: true, accounts: shown, nextCursor: null });
}

function search(text: string) {
  show(<SearchResults text={text} />, `/support?q=${text}`);
}

describe('a whole id', () => {
  it.each([
    ['account', { things: [found('account', person)], accounts: [person] }, `/support/accounts/${person}`],
    ['transfer', { things: [found('transfer', person)] }, `/support/transfers/${person}`],
    ['event', { things: [found('event', person)] }, `/support/requests/${person}`],
    ['request', { things: [found('request', person)] }, `/support/requests/${person}`],
  ])('of one %s opens its page at once', async (_, given, page) => {
    answer(given);
    search(person.toUpperCase());
    await waitFor(() => expect(addressNow()).toBe(page));
  });

  it.each(['assessment', 'photo'])('lists the %s, which has no page', async (kind) => {
    answer({ things: [found(kind, person)] });
    search(person);
    await screen.findByText('Found by this ID');
    expect(addressNow()).toBe(`/support?q=${person}`);
  });

  it('opens the transfer if the event that posted it has the same id', async () => {
    answer({ things: [found('transfer', transfer), found('event', transfer)] });
    search(transfer);
    await waitFor(() => expect(addressNow()).toBe(`/support/transfers/${transfer}`));
  });

  it('lists several things that share it', async () => {
    answer({ things: [found('photo', transfer), found('event', transfer)] });
    search(transfer);
    await screen.findByText('Found by this ID');
    expect(addressNow()).toBe(`/support?q=${transfer}`);
  });
});

it('names what it finds in words', async () => {
  const titles = [
    ['photo', 'bank', 'In the Photo Bank'],
    ['assessment', 'completed', 'Complete'],
    ['transfer', 'hold 1040', 'Assessment start, 1,040 tokens'],
    ['request', 'signup-code', 'Sign-up code'],
    ['event', 'PhotoUploaded', 'PhotoUploaded'],
  ] as const;
  answer({ things: titles.map(([kind, title]) => found(kind, transfer, title)) });
  search(transfer);
  for (const [, , words] of titles) await screen.findByText(words);
});

it('lists what an e-mail address or the beginning of an id finds', async () => {
  answer({ accounts: [person] });
  search(person.slice(0, 8));
  await screen.findByText('1 row. That is everything.');
  expect(addressNow()).toBe(`/support?q=${person.slice(0, 8)}`);
});
