import {
  CheckpointMovedError,
  EventFollower,
  inTransaction,
  LeaderElection,
  moveCheckpoint,
  openCheckpoint,
  type SqlSession,
  sessionOfClient,
} from '@candid/event-store';
import type pg from 'pg';
import { renewEveryMs } from './leases.sql.js';
import type { Order } from './schema.sql.js';
import { openAppender, openPool } from './stores.js';

/** What the followers of all processes have seen, in this order. */
export const seenTableSql = `create table seen (place bigint generated always as identity primary key, event_id uuid not null,
  stream_id text not null, stream_version integer not null, recorded_at timestamptz not null,
  seen_at timestamptz not null default clock_timestamp())`;

const batchSize = 500;
const pauseMs = 10;
const name = 'order';
const addSeenSql = `insert into seen (event_id, stream_id, stream_version, recorded_at)
  select e.event_id, e.stream_id, e.stream_version, e.recorded_at
    from unnest($1::uuid[]) with ordinality as asked (event_id, place) join events e using (event_id) order by place`;
const addSeen = (session: SqlSession, events: readonly { event_id: string }[]) =>
  session.query(addSeenSql, [events.map(({ event_id }) => event_id)]);

export interface FollowOptions {
  url: string;
  order: Order;
  owner: string;
}

/** Follows until the process is killed. */
export function follow(options: FollowOptions): Promise<never> {
  if (options.order === 'partition') return followPartitions(options);
  const { pool, stores } = openAppender(options.url, options.order);
  const follower = new EventFollower({
    name,
    store: stores[0]!,
    election: new LeaderElection({ connectionString: options.url }),
    trafficPollMs: pauseMs,
    idlePollMs: pauseMs,
    open: () => openCheckpoint(sessionOfClient(pool), name),
    handle: (events, from) =>
      inTransaction(pool, async (session) => {
        await moveCheckpoint(session, name, from, events.at(-1)!);
        await addSeen(
          session,
          events.map(({ eventId }) => ({ event_id: eventId })),
        );
      }),
    onError: () => undefined,
  });
  follower.start();
  return new Promise(() => undefined);
}

const readSql = `select e.event_id, e.partition, e.position::text
  from unnest($1::int[], $2::bigint[]) held (partition, position), lateral (
    select event_id, partition, position from events
     where events.partition = held.partition and events.position > held.position order by events.position limit $3) e
  order by e.partition, e.position`;
const moveSql = `update partition_checkpoints c set position = moved.after
  from unnest($1::int[], $2::bigint[], $3::bigint[]) moved (partition, before, after)
  where c.partition = moved.partition and c.position = moved.before
  returning set_config('synchronous_commit', 'off', true)`;

/** Every partition that this process has a lease of; the checkpoints refuse one whose lease has passed to another. */
async function followPartitions({ url, owner }: FollowOptions): Promise<never> {
  const pool = openPool(url, 'follower');
  let positions = new Map<number, string>();
  let renewAtMs = 0;
  for (;;) {
    try {
      if (performance.now() >= renewAtMs) {
        positions = await leased(pool, owner, positions);
        renewAtMs = performance.now() + renewEveryMs;
      }
      if (await followOnce(pool, positions)) continue;
    } catch {
      positions = new Map();
      renewAtMs = 0;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** With the checkpoints of those that are new to this process. */
async function leased(pool: pg.Pool, owner: string, known: Map<number, string>): Promise<Map<number, string>> {
  const { rows } = await pool.query<{ held: number[] }>('select lease_partitions($1) as held', [owner]);
  const { held } = rows[0]!;
  const checkpoints = await pool.query<{ partition: number; position: string }>(
    'select partition, position::text from partition_checkpoints where partition = any($1)',
    [held.filter((partition) => !known.has(partition))],
  );
  const opened = new Map(checkpoints.rows.map(({ partition, position }) => [partition, position]));
  return new Map(held.map((partition) => [partition, known.get(partition) ?? opened.get(partition)!]));
}

async function followOnce(pool: pg.Pool, positions: Map<number, string>): Promise<boolean> {
  const limit = Math.ceil(batchSize / Math.max(positions.size, 1));
  const { rows } = await pool.query<{ event_id: string; partition: number; position: string }>({
    name: 'read_partitions',
    text: readSql,
    values: [[...positions.keys()], [...positions.values()], limit],
  });
  if (rows.length === 0) return false;
  const last = new Map(rows.map(({ partition, position }) => [partition, position]));
  const moved = [...last.keys()];
  await inTransaction(pool, async (session) => {
    const before = moved.map((partition) => positions.get(partition));
    const done = await session.query(moveSql, [moved, before, [...last.values()]]);
    if (done.length < moved.length) throw new CheckpointMovedError(name);
    await addSeen(session, rows);
  });
  for (const [partition, position] of last) positions.set(partition, position);
  return true;
}
