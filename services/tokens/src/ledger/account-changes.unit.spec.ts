import { describe, expect, it } from '@jest/globals';
import { AccountChanges } from './batch.js';
import type { LedgerEffects } from './transfer.js';

const about = { status: 'posted', code: 'hold', amountTokens: 0 } as const;
const posting = (postings: Record<string, number>): LedgerEffects => ({ ...about, postings });
const holding = (account: `user:${string}`, changeTokens: number, postings = {}): LedgerEffects => ({
  ...{ ...about, postings },
  held: { account, changeTokens },
});
const granted = (account: string, amount: number) => posting({ 'platform:grants': -amount, [account]: amount });

describe('the account changes of a flush', () => {
  it('contain each account once: rows by name, then platform accounts', () => {
    const changes = new AccountChanges([
      posting({ 'platform:revenue': -2, 'user:b': 2 }),
      holding('user:c', 1),
      holding('user:b', -3, { 'user:b': -3, 'escrow:a': 3 }),
      granted('user:a', 1),
    ]);
    expect(changes.rowAccounts).toEqual(['escrow:a', 'user:a', 'user:b', 'user:c']);
    expect(changes.names).toEqual([...changes.rowAccounts, 'platform:revenue', 'platform:grants']);
    expect(changes.names.map((account) => changes.of(account).place)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('are summed posting by posting, and return the change of the user', () => {
    const effects = [
      granted('user:a', 5),
      holding('user:a', 3),
      holding('user:a', -3, { 'user:a': -3, 'escrow:b': 3 }),
    ];
    const changes = new AccountChanges(effects);
    const posted: [place: number, amount: number, posted: number][] = [];
    const users = effects.map((effect) => {
      const user = changes.apply(effect, (change, amount) => posted.push([change.place, amount, change.posted]));
      return user && { ...user };
    });
    expect(users).toEqual([
      { place: 2, posted: 5, held: 0, lowestAvailable: 0 },
      { place: 2, posted: 5, held: 3, lowestAvailable: 0 },
      { place: 2, posted: 2, held: 0, lowestAvailable: 0 },
    ]);
    expect(posted).toEqual([
      [3, -5, -5],
      [2, 5, 5],
      [2, -3, 2],
      [1, 3, 3],
    ]);
  });

  it('return no user if none is posted to or held from', () => {
    const effect = posting({ 'escrow:a': -4, 'platform:revenue': 4 });
    expect(new AccountChanges([effect]).apply(effect, () => undefined)).toBeUndefined();
  });

  it('contain the lowest available balance after any transfer', () => {
    const effects = [holding('user:a', 6), granted('user:a', 4), granted('user:a', 9), holding('user:a', 1)];
    const changes = new AccountChanges(effects);
    for (const effect of effects) changes.apply(effect, () => undefined);
    expect(changes.of('user:a')).toMatchObject({ posted: 13, held: 7, lowestAvailable: -6 });
  });

  it('apply the parts of one transfer at one moment', () => {
    const effect = holding('user:a', -5, { 'user:a': -5, 'escrow:b': 5 });
    const changes = new AccountChanges([effect]);
    changes.apply(effect, () => undefined);
    expect(changes.of('user:a').lowestAvailable).toBe(0);
  });
});
