import { describe, expect, it } from '@jest/globals';
import { KnownAccounts } from './ledger.js';

describe('accounts that were seen', () => {
  it('are known until they are cleared', () => {
    const known = new KnownAccounts();
    known.add(['user:a', 'user:b']);
    expect(['user:a', 'user:b', 'user:c'].map((account) => known.has(account))).toEqual([true, true, false]);
    known.clear();
    expect(known.has('user:a')).toBe(false);
  });

  it('are the latest fifty thousand', () => {
    const known = new KnownAccounts();
    const accounts = Array.from({ length: 50_000 }, (_, number) => `user:${number}`);
    known.add(accounts);
    expect(known.has('user:0')).toBe(true);
    known.add(['user:one', 'user:other']);
    expect(['user:0', 'user:1', 'user:2', 'user:other'].map((account) => known.has(account))).toEqual([
      ...[false, false, true, true],
    ]);
  });
});
