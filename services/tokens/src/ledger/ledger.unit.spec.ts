import type { EventPosition } from '@candid/event-store';
import { describe, expect, it } from '@jest/globals';
import { DatabaseError, type QueryConfig } from 'pg';
import { Ledger, type LedgerConnection } from './ledger.js';
import { missingAccount, shortOfTokens, staleTransfer } from './schema.js';
import { type LedgerEntry, transferIdOf } from './transfer.js';

const databaseError = (code: string): DatabaseError =>
  Object.assign(new DatabaseError(code, 0, 'error'), { code, severity: 'ERROR' });

const race = databaseError('40001');

function grant(key: string, account = 'user:anna', expectedVersion = 0): LedgerEntry {
  const postings = { 'platform:grants': -5, [account]: 5 };
  const data = { code: 'grant', idempotencyKey: key, postings, effectiveAt: '2026-01-01T00:00:00.000Z' } as const;
  return {
    transferId: transferIdOf(key),
    expectedVersion,
    event: { type: 'TransferPosted', data },
    metadata: {} as never,
  };
}

function spend(key: string, account = 'user:anna'): LedgerEntry {
  const entry = grant(key);
  const postings = { [account]: -5, 'platform:revenue': 5 };
  return { ...entry, event: { ...entry.event, data: { ...entry.event.data, postings } } as never };
}

/** A flush's answer: its position, and each account's available tokens before the flush, by place. */
const recorded = (position: number, ...before: number[]) => [
  { answer: `${position} 1700000000000 ${before.join(',')}` },
];

/** A ledger whose connection gives these answers in order and then repeats the last one. */
function openLedger(...answers: (object[] | Error)[]) {
  const queries: QueryConfig[] = [];
  const committed: EventPosition[] = [];
  const connection = {
    async query(query: QueryConfig) {
      queries.push(query);
      const answer = answers[Math.min(queries.length, answers.length) - 1]!;
      if (Error.isError(answer)) throw answer;
      return { rows: answer };
    },
  } as unknown as LedgerConnection;
  const ledger = new Ledger({ connection, onCommitted: (position) => committed.push(position) });
  /** The accounts that the statement creates if they are missing. */
  const newAccounts = (index: number) => String(queries[index]!.values![0]);
  return { ledger, queries, committed, newAccounts };
}

describe('a ledger’s flush', () => {
  it('reports its position once it is committed, and each user’s tokens after it', async () => {
    const { ledger, committed } = openLedger(recorded(9, 10));
    expect(await ledger.record(grant('one'))).toEqual({
      ...{ outcome: 'recorded', recordedAt: new Date(1_700_000_000_000), availableTokens: 15 },
    });
    expect(committed).toEqual([{ globalPosition: 9n }]);
  });

  it('makes each account once, and again if the database lacks it', async () => {
    const { ledger, newAccounts, queries } = openLedger(
      ...[recorded(1, 0), recorded(2, 5), databaseError(missingAccount), recorded(3, 0)],
    );
    for (const key of ['one', 'two', 'three']) await ledger.record(grant(key));
    expect(queries).toHaveLength(4);
    expect([0, 1, 2, 3].map((index) => newAccounts(index).includes('user:anna'))).toEqual([true, false, false, true]);
  });

  it('is repeated five times if it loses a race, and not a sixth time', async () => {
    const lucky = openLedger(race, race, race, race, race, recorded(1, 0));
    expect(await lucky.ledger.record(grant('one'))).toMatchObject({ outcome: 'recorded' });
    const unlucky = openLedger(race);
    await expect(unlucky.ledger.record(grant('one'))).rejects.toBe(race);
    expect(unlucky.queries).toHaveLength(6);
    expect(unlucky.committed).toEqual([]);
  });

  it('is not repeated after any other error, whose outcome is unknown', async () => {
    const lost = new Error('lost');
    const { ledger, queries } = openLedger(lost);
    const outcomes = await Promise.allSettled([ledger.record(grant('one')), ledger.record(grant('two'))]);
    expect(outcomes).toEqual([
      { status: 'rejected', reason: lost },
      { status: 'rejected', reason: lost },
    ]);
    expect(queries).toHaveLength(1);
  });

  it('is repeated entry by entry if the database rejects it for one of them', async () => {
    const faulty = databaseError('22P02');
    const { ledger, queries } = openLedger(faulty, faulty, recorded(1, 0));
    const outcomes = await Promise.allSettled([ledger.record(grant('one')), ledger.record(grant('two'))]);
    expect(outcomes).toMatchObject([{ reason: faulty }, { value: { outcome: 'recorded' } }]);
    expect(queries).toHaveLength(3);
  });

  it('has the statement for support acts, with all of them, only if there is one', async () => {
    const { ledger, queries } = openLedger(recorded(1, 0, 0));
    const act = { type: 'Granted' } as never;
    await ledger.record(grant('one'));
    await Promise.all([ledger.record({ ...grant('two'), act }), ledger.record(grant('three'))]);
    expect(queries.map(({ name }) => name)).toEqual(['record_transfers', 'record_transfers_and_acts']);
    expect(queries[1]!.values!.length).toBe(queries[0]!.values!.length + 1);
    expect(queries[1]!.values!.at(-1)).toBe(JSON.stringify([act]));
  });

  it('answers only those who asked, not the entries that make room for theirs', async () => {
    const { ledger } = openLedger(recorded(1, 10));
    const entry = { ...grant('one'), first: [grant('before')] };
    expect(await ledger.record(entry)).toMatchObject({ outcome: 'recorded', availableTokens: 20 });
  });
});

describe('an entry that is refused', () => {
  it('for want of tokens names the account that pays', async () => {
    const { ledger } = openLedger(databaseError(shortOfTokens), []);
    expect(await ledger.record(spend('one'))).toEqual({ outcome: 'insufficient', account: 'user:anna' });
  });

  it('for want of tokens is a conflict if it has been recorded before', async () => {
    const { ledger } = openLedger(databaseError(shortOfTokens), [{ transfer_id: transferIdOf('one'), version: 1 }]);
    expect(await ledger.record(spend('one'))).toEqual({ outcome: 'conflict' });
  });

  it('as stale is a conflict', async () => {
    const { ledger, queries } = openLedger(databaseError(staleTransfer));
    expect(await ledger.record(grant('one'))).toEqual({ outcome: 'conflict' });
    expect(queries).toHaveLength(1);
  });

  it('as stale, beside one other, does not keep that from being recorded', async () => {
    const { ledger } = openLedger(
      ...[databaseError(staleTransfer), [{ transfer_id: transferIdOf('stale'), version: 1 }], [], recorded(1, 0)],
    );
    const entries = [grant('stale'), grant('free', 'user:bob')];
    expect(await Promise.all(entries.map((entry) => ledger.record(entry)))).toMatchObject([
      { outcome: 'conflict' },
      { outcome: 'recorded', availableTokens: 5 },
    ]);
  });

  it('in a flush leaves the others to be recorded together', async () => {
    const { ledger, queries } = openLedger(
      ...[databaseError(shortOfTokens), [{ transfer_id: transferIdOf('stale'), version: 1 }]],
      [
        { account: 'user:anna', available: '4' },
        { account: 'user:bob', available: '5' },
      ],
      ...[recorded(1, 5, 0), databaseError(shortOfTokens), []],
    );
    const entries = [grant('stale'), spend('short'), spend('enough', 'user:bob'), grant('free', 'user:cid')];
    expect(await Promise.all(entries.map((entry) => ledger.record(entry)))).toMatchObject([
      { outcome: 'conflict' },
      { outcome: 'insufficient', account: 'user:anna' },
      { outcome: 'recorded', availableTokens: 0 },
      { outcome: 'recorded', availableTokens: 5 },
    ]);
    expect(queries).toHaveLength(6);
  });
});
