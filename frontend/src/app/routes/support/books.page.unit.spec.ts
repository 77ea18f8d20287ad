import { expect, it } from '@jest/globals';
import { splitAccounts } from './books.page';

const line = (account: string, balance = 0) => ({ account, debits: 5, credits: 5 + balance, balance });

it('shows the accounts of the platform first, and folds escrows that hold nothing', () => {
  const accounts = [
    line('escrow:1'),
    line('escrow:2', 20),
    line('platform:grants', -60),
    line('user:1', 40),
    line('user:2'),
  ];
  const { shown, empty } = splitAccounts(accounts);
  expect(shown.map(({ account }) => account)).toEqual(['platform:grants', 'escrow:2', 'user:1', 'user:2']);
  expect(empty.map(({ account }) => account)).toEqual(['escrow:1']);
});
