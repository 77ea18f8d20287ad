import { type EventStore, inTransaction, type SqlSession } from '@candid/event-store';
import { onlyByIndexSql, readUpToSql } from '../snapshots/trial-snapshots.sql.js';
import { snapshotSql } from '../statements/trial-balance.sql.js';

/** The snapshot $1, and what was booked from then until before $2. By time, which has an index: the account has years of postings. */
const paidSql = `select (
    coalesce((select debits - credits from trial_snapshots where before = $1::timestamptz and line = 'platform:rewards'), 0)
    - coalesce((select sum(amount) from postings
        where account || '' = 'platform:rewards' and recorded_at >= $1::timestamptz and recorded_at < $2::timestamptz), 0)
  )::text as tokens`;

/**
 * Tokens of all rewards since that moment. Reads the ledger's snapshots and what was booked since the last of them, so the
 * cost does not grow with the day.
 * @param since in ISO 8601
 */
export function rewardsPaidSince({ pool }: EventStore, since: string): Promise<number> {
  return inTransaction(pool, async (session) => {
    await session.query('set transaction isolation level repeatable read, read only');
    await session.query(onlyByIndexSql);
    const [{ readUpTo }] = (await session.query<{ readUpTo: string }>(readUpToSql)) as [{ readUpTo: string }];
    return (await paidUntil(session, 'infinity', readUpTo)) - (await paidUntil(session, since, readUpTo));
  });
}

async function paidUntil(session: SqlSession, time: string, readUpTo: string): Promise<number> {
  const [{ before }] = (await session.query<{ before: string }>(snapshotSql, [time, readUpTo])) as [{ before: string }];
  const [row] = await session.query<{ tokens: string }>(paidSql, [before, time]);
  return Number(row!.tokens);
}
