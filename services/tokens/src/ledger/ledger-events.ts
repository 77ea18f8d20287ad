import type { SqlSession } from '@candid/event-store';
import type { StoredEvent } from './fold-rows.js';

/** Events behind `after`, `upTo` included; positions as text. */
export interface PositionRange {
  after: string;
  upTo: string;
}

const pageSize = 2_000;

const pageSql = `select global_position::text, stream_id, stream_version, type, data, metadata, recorded_at::text
  from events where stream_id like 'transfer-%' and global_position > $1::bigint and global_position <= $2::bigint
  order by events.global_position limit $3::int`;

/** The ledger's events in the order of their positions, page by page. */
export async function* ledgerEventPages(
  session: SqlSession,
  { after, upTo }: PositionRange,
): AsyncGenerator<StoredEvent[]> {
  let position = after;
  for (;;) {
    const page = await session.query<StoredEvent>(pageSql, [position, upTo, pageSize]);
    if (page.length === 0) return;
    yield page;
    position = page.at(-1)!.global_position;
  }
}

export async function lastPosition(session: SqlSession): Promise<string> {
  const [row] = await session.query<{ position: string }>(
    'select coalesce(max(global_position), 0)::text as position from events',
  );
  return row!.position;
}
