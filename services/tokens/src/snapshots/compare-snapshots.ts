import type { ReconciledRow } from '@candid/contracts';
import { inTransaction } from '@candid/event-store';
import type { Pool } from 'pg';
import { wrongAccountSnapshotsSql } from './account-snapshots.sql.js';
import { readUpToSql, wrongTrialSnapshotsSql } from './trial-snapshots.sql.js';

const namedAtMost = 50;
const beginning = '-infinity';

/** The last one that is a day old: the postings before it were compared by a full run since. */
const sinceSql = `select coalesce(max(before), '-infinity')::text as since from trial_snapshots
  where before < now() - interval '1 day'`;

/** Holds the snapshots of the last day, or all of them, against the postings; names the accounts and lines that are off. */
export function compareSnapshots(pool: Pool, { isFull }: { isFull: boolean }): Promise<ReconciledRow[]> {
  return inTransaction(pool, async (session) => {
    await session.query('set transaction isolation level repeatable read');
    const [{ readUpTo }] = (await session.query<{ readUpTo: string }>(readUpToSql)) as [{ readUpTo: string }];
    const [{ since }] = isFull
      ? [{ since: beginning }]
      : ((await session.query<{ since: string }>(sinceSql)) as [{ since: string }]);
    const accounts = await session.query<{ account: string; position: string }>(wrongAccountSnapshotsSql, [
      since,
      namedAtMost,
    ]);
    const lines = await session.query<{ line: string; before: string }>(wrongTrialSnapshotsSql, [
      since,
      readUpTo,
      namedAtMost,
    ]);
    return [
      ...accounts.map(({ account, position }): ReconciledRow => {
        const detail = `the snapshot of ${account} at ${position} is not what its postings come to`;
        return { kind: 'account', id: account, detail };
      }),
      ...lines.map(({ line, before }): ReconciledRow => {
        return { kind: 'account', id: line, detail: `the snapshot of ${line} before ${before} is not what was booked` };
      }),
    ];
  });
}
