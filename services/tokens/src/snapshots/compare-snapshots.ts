import type { ReconciledRow } from '@candid/contracts';
import type { Pool } from 'pg';
import type { TimeRange } from '../ledger/compare-range.js';
import { longRead } from '../ledger/long-read.js';
import { wrongAccountSnapshotsSql } from './account-snapshots.sql.js';
import { onlyByIndexSql, readUpToSql, wrongTrialSnapshotsSql } from './trial-snapshots.sql.js';

const namedAtMost = 50;

/** A trial snapshot is compared with the last one before the time, whose postings were compared earlier. */
const boundsSql = `select coalesce(max(before), '-infinity')::text as since,
    least($2::timestamptz, $3::timestamptz)::text as "upTo"
  from trial_snapshots where before <= $1::timestamptz and before < 'infinity'`;

/** Compares the snapshots of a time with the postings; names the accounts and lines that differ. */
export function compareSnapshots(pool: Pool, { from, before }: TimeRange): Promise<ReconciledRow[]> {
  return longRead(pool, async (session) => {
    await session.query(onlyByIndexSql);
    const [{ readUpTo }] = (await session.query<{ readUpTo: string }>(readUpToSql)) as [{ readUpTo: string }];
    await session.query('set local enable_seqscan = on');
    const [{ since, upTo }] = (await session.query<{ since: string; upTo: string }>(boundsSql, [
      from,
      before,
      readUpTo,
    ])) as [{ since: string; upTo: string }];
    const accounts = await session.query<{ account: string; position: string }>(wrongAccountSnapshotsSql, [
      from,
      before,
      namedAtMost,
    ]);
    const lines = await session.query<{ line: string; before: string }>(wrongTrialSnapshotsSql, [
      since,
      upTo,
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
