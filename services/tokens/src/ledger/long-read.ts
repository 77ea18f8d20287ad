import { inTransaction, type SqlSession } from '@candid/event-store';
import type { Pool } from 'pg';

/**
 * In one snapshot, however long a statement takes. While events are ordered by transaction, their readers wait for the end of
 * every transaction that writes: so `work` writes at its end, if at all, and makes no temporary table.
 */
export function longRead<Result>(pool: Pool, work: (session: SqlSession) => Promise<Result>): Promise<Result> {
  return inTransaction(pool, async (session) => {
    await session.query('set transaction isolation level repeatable read');
    await session.query('set local statement_timeout = 0');
    return work(session);
  });
}
