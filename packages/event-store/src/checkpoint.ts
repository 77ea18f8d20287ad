import { type EventPosition, startPosition } from './event.js';
import type { SqlSession } from './sql-session.js';

/** Another process moved the checkpoint: what was done in this transaction was done before, and must be rolled back. */
export class CheckpointMovedError extends Error {
  override readonly name = 'CheckpointMovedError';

  constructor(checkpoint: string) {
    super(`checkpoint ${checkpoint} is not where this process left it`);
  }
}

export interface Checkpoint extends EventPosition {
  /** Which incarnation of the transport was published to; undefined before the first. */
  transportId?: string;
}

interface CheckpointRow {
  transaction_id: unknown;
  global_position: unknown;
  transport_id: string | null;
}

const columns = 'transaction_id, global_position, transport_id';

export async function readCheckpoint(session: SqlSession, name: string): Promise<Checkpoint> {
  const [row] = await session.query<CheckpointRow>(`select ${columns} from checkpoints where name = $1`, [name]);
  return row ? checkpointOf(row) : startPosition;
}

/** Makes the row if it is absent. */
export async function openCheckpoint(session: SqlSession, name: string): Promise<Checkpoint> {
  await session.query('insert into checkpoints (name) values ($1) on conflict do nothing', [name]);
  return readCheckpoint(session, name);
}

/** Holds the checkpoint for the rest of the transaction. */
export async function lockCheckpoint(session: SqlSession, name: string): Promise<Checkpoint> {
  await session.query('insert into checkpoints (name) values ($1) on conflict do nothing', [name]);
  const [row] = await session.query<CheckpointRow>(`select ${columns} from checkpoints where name = $1 for update`, [
    name,
  ]);
  return checkpointOf(row!);
}

/**
 * Moves the checkpoint on, only from where the caller believes it to be; throws CheckpointMovedError otherwise.
 * The transaction's commit is not waited for by the disk: a server that crashes loses checkpoint and rows together, both
 * follow from events that are durable, and they are made again from the checkpoint that is left.
 */
export async function moveCheckpoint(
  session: SqlSession,
  name: string,
  from: EventPosition,
  to: EventPosition,
): Promise<void> {
  const rows = await session.query(
    `update checkpoints set transaction_id = $2::text::xid8, global_position = $3::text::bigint, updated_at = now()
      where name = $1 and transaction_id = $4::text::xid8 and global_position = $5::text::bigint
      returning set_config('synchronous_commit', 'off', true)`,
    [
      name,
      String(to.transactionId),
      String(to.globalPosition),
      String(from.transactionId),
      String(from.globalPosition),
    ],
  );
  if (rows.length === 0) throw new CheckpointMovedError(name);
}

/** Back to zero, for a transport that lost what was published. */
export async function restartCheckpoint(session: SqlSession, name: string, transportId: string): Promise<void> {
  await session.query(
    `update checkpoints set transaction_id = '0', global_position = 0, transport_id = $2, updated_at = now()
      where name = $1`,
    [name, transportId],
  );
}

export interface FollowerLag {
  /** Events that were committed and not read yet; numbers that were given to no event count too. */
  events: number;
  /** Since the first of those was recorded. */
  seconds: number;
}

const lagSql = `select f.name,
    greatest((select coalesce(max(global_position), 0) from events) - coalesce(c.global_position, 0), 0)::float8 as events,
    coalesce(extract(epoch from clock_timestamp() - e.recorded_at), 0)::float8 as seconds
  from jsonb_array_elements_text($1::jsonb) as f(name)
  left join checkpoints c on c.name = f.name
  left join lateral (
    select recorded_at from events
     where (transaction_id, global_position) > (coalesce(c.transaction_id, '0'), coalesce(c.global_position, 0))
     order by transaction_id, global_position limit 1
  ) e on true`;

/** How far each of these checkpoints is behind the newest event. */
export async function followerLags(session: SqlSession, names: readonly string[]): Promise<Map<string, FollowerLag>> {
  const rows = await session.query<{ name: string; events: number; seconds: number }>(lagSql, [JSON.stringify(names)]);
  return new Map(
    rows.map(({ name, events, seconds }) => [
      name,
      // What is read in another order than it was numbered in is not behind.
      Number(seconds) === 0 ? { events: 0, seconds: 0 } : { events: Number(events), seconds: Number(seconds) },
    ]),
  );
}

function checkpointOf(row: CheckpointRow): Checkpoint {
  return {
    transactionId: BigInt(row.transaction_id as string),
    globalPosition: BigInt(row.global_position as string),
    ...(row.transport_id !== null && { transportId: row.transport_id }),
  };
}
