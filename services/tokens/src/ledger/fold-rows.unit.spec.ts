import { describe, expect, it } from '@jest/globals';
import { RowFold, type StoredEvent } from './fold-rows.js';
import type { LedgerEvent } from './transfer.js';

const at = '2026-11-21T12:00:00.000Z';
const recordedAt = '2026-11-21 12:00:01+00';

let position = 0;
function stored(transferId: string, version: number, event: LedgerEvent, cause = {}): StoredEvent {
  position += 1;
  return {
    ...{ global_position: String(position), stream_id: `transfer-${transferId}`, stream_version: version },
    ...{ ...event, metadata: { correlationId: 'request-1', ...cause }, recorded_at: recordedAt },
  };
}
const grant = (amount: number, availableTokens: number): LedgerEvent => ({
  type: 'TransferPosted',
  data: {
    ...{ code: 'grant', idempotencyKey: 'welcome', effectiveAt: at, availableTokens },
    postings: { 'platform:grants': -amount, 'user:a': amount },
  },
});
const hold = { code: 'hold', account: 'user:a', amountTokens: 6, effectiveAt: at } as const;
const placed = (availableTokens: number): LedgerEvent => ({
  type: 'HoldPlaced',
  data: { ...hold, availableTokens, idempotencyKey: 'hold', legs: { 'escrow:b': 6 }, expiresAt: at },
});
const posted = (availableTokens: number): LedgerEvent => ({
  type: 'HoldPosted',
  data: { ...hold, availableTokens, postings: { 'user:a': -6, 'escrow:b': 6 } },
});
const voided = (availableTokens: number): LedgerEvent => ({
  type: 'HoldVoided',
  data: { ...hold, code: 'expiry', availableTokens },
});

describe('the rows of the ledger, made of its events', () => {
  it('are a transfer and its postings, with the balance of each account that has a row', () => {
    const fold = new RowFold();
    fold.apply(stored('earlier', 1, grant(4, 4)));
    const event = stored('welcome-1', 1, grant(10, 14), { causationId: 'event-0', actor: 'system' });
    const { transfer, postings } = fold.apply(event);
    expect(transfer).toEqual({
      ...{ transfer_id: 'welcome-1', version: 1, status: 'posted', code: 'grant', amount: 10 },
      ...{ idempotency_key: 'welcome', cause_event_id: 'event-0', correlation_id: 'request-1', actor: 'system' },
      ...{ effective_at: at, recorded_at: recordedAt, expires_at: null },
    });
    const place = { global_position: event.global_position, transfer_id: 'welcome-1', recorded_at: recordedAt };
    expect(postings).toEqual([
      { ...place, account: 'platform:grants', amount: -10, balance: null },
      { ...place, account: 'user:a', amount: 10, balance: 14 },
    ]);
    expect([...fold.accounts]).toEqual([['user:a', { posted: 14, held: 0 }]]);
    expect(fold.contradictions).toEqual([]);
  });

  it('follow a hold until it is posted', () => {
    const fold = new RowFold();
    fold.apply(stored('welcome', 1, grant(10, 10)));
    const { transfer: pending, postings: none } = fold.apply(stored('hold', 1, placed(4)));
    expect(pending).toMatchObject({
      version: 1,
      status: 'pending',
      code: 'hold',
      amount: 6,
      expires_at: at,
      actor: null,
    });
    expect(none).toEqual([]);
    expect(fold.accounts.get('user:a')).toEqual({ posted: 10, held: 6 });
    const { transfer, postings } = fold.apply(stored('hold', 2, posted(4)));
    expect(transfer).toEqual({ ...pending, version: 2, status: 'posted' });
    expect(postings.map(({ account, balance }) => [account, balance])).toEqual([
      ['user:a', 4],
      ['escrow:b', 6],
    ]);
    expect(fold.accounts.get('user:a')).toEqual({ posted: 4, held: 0 });
    expect(fold.contradictions).toEqual([]);
  });

  it('follow a hold until it is given back, once', () => {
    const fold = new RowFold();
    fold.apply(stored('welcome', 1, grant(10, 10)));
    fold.apply(stored('hold', 1, placed(4)));
    expect(fold.apply(stored('hold', 2, voided(10))).transfer).toMatchObject({ status: 'voided', code: 'expiry' });
    expect(fold.accounts.get('user:a')).toEqual({ posted: 10, held: 0 });
    expect(() => fold.apply(stored('hold', 3, posted(4)))).toThrow('HoldPosted at');
    expect(() => fold.apply(stored('unheard of', 1, voided(10)))).toThrow('follows on no pending hold');
  });

  it('go on from the balances and the pending holds before the first event', () => {
    const before = new RowFold();
    before.apply(stored('welcome', 1, grant(10, 10)));
    before.apply(stored('hold', 1, placed(4)));
    const fold = new RowFold([...before.pending.values()]);
    expect(['user:a', 'escrow:b'].map((account) => fold.hasBalance(account))).toEqual([false, false]);
    fold.begin('user:a', 10);
    expect(['user:a', 'escrow:b'].map((account) => fold.hasBalance(account))).toEqual([true, false]);
    expect(fold.accounts.get('user:a')).toEqual({ posted: 10, held: 6 });
    const { transfer, postings } = fold.apply(stored('hold', 2, posted(4)));
    expect(transfer).toMatchObject({ transfer_id: 'hold', version: 2, status: 'posted', amount: 6, expires_at: at });
    expect(postings[0]).toMatchObject({ account: 'user:a', balance: 4 });
    expect([fold.contradictions, [...fold.pending]]).toEqual([[], []]);
  });

  it('name the events that say another balance than the events before them', () => {
    const fold = new RowFold();
    fold.apply(stored('right', 1, grant(10, 10)));
    const [wrong, held, right] = [
      stored('wrong', 1, grant(1, 10)),
      stored('held', 1, placed(11)),
      stored('held', 2, posted(5)),
    ];
    for (const event of [wrong, held, right]) fold.apply(event);
    expect(fold.contradictions).toEqual([wrong.global_position, held.global_position]);
  });

  it('ask no balance of an event about no user', () => {
    const fold = new RowFold();
    const consume: LedgerEvent = {
      type: 'TransferPosted',
      data: {
        ...{ code: 'consume', idempotencyKey: 'consume', effectiveAt: at },
        postings: { 'escrow:b': -1, 'platform:revenue': 1 },
      },
    };
    fold.apply(stored('consume', 1, consume));
    expect(fold.contradictions).toEqual([]);
    expect(fold.accounts.get('escrow:b')).toEqual({ posted: -1, held: 0 });
  });
});
