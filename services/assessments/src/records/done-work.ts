import type { SqlSession } from '@candid/event-store';
import { AGGREGATION_QUEUE } from './aggregation.js';
import { JUDGING_QUEUE } from './judging.js';
import { RESCORING_QUEUE } from './spoiling.js';

/** Work whose being done is on record elsewhere. */
const queues = [AGGREGATION_QUEUE, JUDGING_QUEUE, RESCORING_QUEUE];

/** Forgets such work that was done before `before`, at most `limit` items. */
export async function removeDoneWork(session: SqlSession, before: Date, limit: number): Promise<void> {
  await session.query(
    `delete from work_items where id in (select id from work_items
       where queue = any ($1::text[]) and completed_at < $2::timestamptz order by completed_at limit $3::int)`,
    [queues, before.toISOString(), limit],
  );
}
