import { describe, expect, it } from '@jest/globals';
import {
  effectsOf,
  escrowAccount,
  flattened,
  kindOf,
  type LedgerEntry,
  platformAccounts,
  streamIdOf,
  userAccount,
} from './transfer.js';

const at = '2026-11-21T12:00:00.000Z';
const ann = userAccount('ann');
const escrow = escrowAccount('assessment');

describe('the effects of an event', () => {
  it('are the postings of a transfer, whose amount is what it credits', () => {
    const postings = { 'platform:revenue': -6, [escrow]: 5, [ann]: 1 };
    const data = { code: 'refund', idempotencyKey: 'key', postings, effectiveAt: at } as const;
    expect(effectsOf({ type: 'TransferPosted', data })).toEqual({
      postings,
      status: 'posted',
      code: 'refund',
      amountTokens: 6,
    });
  });

  it('are the held tokens of a hold, until it is posted or given back', () => {
    const hold = { account: ann, amountTokens: 5, effectiveAt: at };
    const placed = { ...hold, code: 'hold', idempotencyKey: 'key', legs: { [escrow]: 5 }, expiresAt: at } as const;
    expect(effectsOf({ type: 'HoldPlaced', data: placed })).toEqual({
      ...{ postings: {}, held: { account: ann, changeTokens: 5 }, status: 'pending', code: 'hold', amountTokens: 5 },
    });
    const postings = { [ann]: -5, [escrow]: 5 };
    const ended = { held: { account: ann, changeTokens: -5 }, amountTokens: 5 };
    expect(effectsOf({ type: 'HoldPosted', data: { ...hold, code: 'hold', postings } })).toEqual({
      ...{ ...ended, postings, status: 'posted', code: 'hold' },
    });
    expect(effectsOf({ type: 'HoldVoided', data: { ...hold, code: 'expiry' } })).toEqual({
      ...{ ...ended, postings: {}, status: 'voided', code: 'expiry' },
    });
  });
});

describe('the kind of an account', () => {
  it('is user, escrow or one of the platform’s accounts', () => {
    expect([ann, escrow].map(kindOf)).toEqual(['user', 'escrow']);
    for (const account of platformAccounts) expect(kindOf(account)).toBe(account);
    for (const name of ['platform:profit', 'ann', ''])
      expect(() => kindOf(name)).toThrow(new RangeError(`${name} is no account`));
  });
});

describe('entries that are recorded together', () => {
  const entry = (transferId: string, first?: LedgerEntry[]) => ({ transferId, ...(first && { first }) }) as LedgerEntry;
  const ids = (entries: readonly LedgerEntry[]) => entries.map(({ transferId }) => transferId);

  it('stand in the order in which they are recorded, each after those that come first', () => {
    expect(ids(flattened([entry('a'), entry('b', [entry('c'), entry('d')]), entry('e')]))).toEqual([
      ...['a', 'c', 'd', 'b', 'e'],
    ]);
  });

  it('are the same list if none has others before it', () => {
    const entries = [entry('a'), entry('b')];
    expect(flattened(entries)).toBe(entries);
  });
});

describe('the stream of a transfer', () => {
  it('is named after it', () => expect(streamIdOf('id')).toBe('transfer-id'));
});
