import { comparePositions, type EventPosition, startPosition } from '../kernel/event.js';
import { horizonSql } from '../kernel/position-lock.js';
import { arrayLiteral, type PositionRow, positionOf } from '../kernel/row.js';
import type { SqlSession } from '../kernel/sql-session.js';

/** Another process has moved the checkpoint and done this transaction's work: roll back the transaction. */
export class CheckpointMovedError extends Error {
  override readonly name = 'CheckpointMovedError';

  constructor(checkpoint: string) {
    super(`checkpoint ${checkpoint} is not where this process left it`);
  }
}

/** The last event that the transport acknowledged, and its sequence number there. */
export interface TransportMark {
  sequence: number;
  eventId: string;
}

export interface Checkpoint extends EventPosition {
  /** Identity of the transport that events were published to; null before the first publication. */
  transportId: string | null;
  mark?: TransportMark;
  /** Number of known holes: messages missing in the middle of the stream, whose events were published again. */
  holes: number;
  /** How often events were published again. Message ids contain it, so that the transport accepts the copies. */
  generation: number;
}

type TransportRow = PositionRow &
  Pick<Checkpoint, 'transportId' | 'holes' | 'generation'> & { sequence: unknown; eventId: string | null };

/** Omits checkpoints that do not exist. */
async function readCheckpoints(session: SqlSession, names: readonly string[]): Promise<Map<string, EventPosition>> {
  const rows = await session.query<PositionRow & { name: string }>(
    `select name, global_position from checkpoints where name = any ($1::text[])`,
    [arrayLiteral(names)],
  );
  return new Map(rows.map((row) => [row.name, positionOf(row)]));
}

export const readCheckpoint = async (session: SqlSession, name: string): Promise<EventPosition> =>
  (await readCheckpoints(session, [name])).get(name) ?? startPosition;

/** Creates the row if it is absent. */
export async function openTransportCheckpoint(session: SqlSession, name: string): Promise<Checkpoint> {
  await openCheckpoint(session, name);
  const [row] = await session.query<TransportRow>(
    `select global_position, transport_id as "transportId", transport_sequence as sequence, transport_event_id as "eventId",
       transport_holes as holes, transport_generation as generation
      from checkpoints where name = $1`,
    [name],
  );
  const { sequence, eventId, transportId, holes, generation } = row!;
  const mark = eventId === null ? {} : { mark: { sequence: Number(sequence), eventId } };
  return { ...positionOf(row!), transportId, holes, generation, ...mark };
}

/**
 * Returns a position before which no event is added any more. A snapshot that is older than the call can lack events up to that position, so
 * call this function before the first read of a transaction.
 */
export async function settledPosition(session: SqlSession): Promise<EventPosition> {
  const [row] = await session.query<PositionRow>(horizonSql, ['0']);
  return positionOf(row!);
}

/** Creates the rows that are absent. */
export async function openCheckpoints(session: SqlSession, names: readonly string[]) {
  const sql = 'insert into checkpoints (name) select unnest($1::text[]) on conflict do nothing';
  await session.query(sql, [arrayLiteral(names)]);
  return readCheckpoints(session, names);
}

/** Creates the row if it is absent. */
export const openCheckpoint = async (session: SqlSession, name: string): Promise<EventPosition> =>
  (await openCheckpoints(session, [name])).get(name)!;

/** Locks the checkpoint until the end of the transaction. */
export async function lockCheckpoint(session: SqlSession, name: string): Promise<EventPosition> {
  await openCheckpoint(session, name);
  const sql = 'select global_position from checkpoints where name = $1 for update';
  return positionOf((await session.query<PositionRow>(sql, [name]))[0]!);
}

/**
 * Throws CheckpointMovedError if the checkpoint is not at `from`. The commit does not wait for the disk: a crash loses checkpoint and rows
 * together, and the follower applies the durable events again.
 */
export async function moveCheckpoint(
  session: SqlSession,
  name: string,
  from: EventPosition,
  to: EventPosition,
  mark?: TransportMark,
): Promise<void> {
  const marked = mark ? ', transport_sequence = $4::text::bigint, transport_event_id = $5::uuid' : '';
  const rows = await session.query(
    `update checkpoints set global_position = $2::text::bigint, updated_at = now()${marked}
      where name = $1 and global_position = $3::text::bigint
      returning set_config('synchronous_commit', 'off', true)`,
    [
      name,
      ...[String(to.globalPosition), String(from.globalPosition)],
      ...(mark ? [String(mark.sequence), mark.eventId] : []),
    ],
  );
  if (rows.length === 0) throw new CheckpointMovedError(name);
}

const moveAllSql = `with own as (
    select c.name from checkpoints c
      join json_to_recordset($1::json) as at (name text, global_position bigint)
        on at.name = c.name and at.global_position = c.global_position
     order by c.name for update of c skip locked)
  update checkpoints c set global_position = $2::text::bigint, updated_at = now()
    from own where c.name = own.name returning c.name, set_config('synchronous_commit', 'off', true)`;

/**
 * Moves the checkpoints that are at these positions, as `moveCheckpoint` does, and returns their names. If there are
 * several, does not wait for one that a rebuild has locked. Throws CheckpointMovedError if none can be moved.
 */
export async function moveCheckpoints(
  session: SqlSession,
  from: ReadonlyMap<string, EventPosition>,
  to: EventPosition,
): Promise<Set<string>> {
  const [[name, position] = ['', startPosition]] = from;
  if (from.size === 1) {
    await moveCheckpoint(session, name, position, to);
    return new Set([name]);
  }
  const given = [...from].map(([each, { globalPosition }]) => {
    return { name: each, global_position: String(globalPosition) };
  });
  const parameters = [JSON.stringify(given), String(to.globalPosition)];
  const rows = await session.query<{ name: string }>(moveAllSql, parameters);
  if (rows.length === 0) throw new CheckpointMovedError([...from.keys()].join());
  return new Set(rows.map((row) => row.name));
}

/**
 * Moves the checkpoint back, because the transport lost what was published after `position`. The generation stays if the transport is new,
 * because a new transport knows no message ids. Changes nothing if another process has restarted the checkpoint meanwhile.
 */
export async function restartCheckpoint(
  session: SqlSession,
  name: string,
  { transportId, generation }: Pick<Checkpoint, 'transportId' | 'generation'>,
  position: EventPosition,
  transport: { id: string; holes: number },
): Promise<void> {
  await session.query(
    `update checkpoints set global_position = $2::text::bigint, transport_id = $3, transport_holes = $4::int,
       transport_sequence = null, transport_event_id = null,
       transport_generation = transport_generation + (transport_id is not distinct from $3)::int, updated_at = now()
      where name = $1 and transport_id is not distinct from $5 and transport_generation = $6::int`,
    [name, ...[String(position.globalPosition), transport.id, transport.holes], ...[transportId, generation]],
  );
}

/** Lowers the number of holes to `holes`, because holes expire together with the messages around them. */
export async function forgetHoles(session: SqlSession, name: string, holes: number): Promise<void> {
  const sql = 'update checkpoints set transport_holes = least(transport_holes, $2::int) where name = $1';
  await session.query(sql, [name, holes]);
}

interface FollowerLag {
  /** Number of positions from the checkpoint to the last event, including positions that no event has. */
  events: number;
  /** Age of the first event after the checkpoint. */
  seconds: number;
}

const lagSql = `select f.name,
    greatest((select coalesce(max(global_position), 0) from events) - coalesce(c.global_position, 0), 0)::float8 as events,
    coalesce(extract(epoch from clock_timestamp() - e.recorded_at), 0)::float8 as seconds
  from jsonb_array_elements_text($1::jsonb) as f(name)
  left join checkpoints c on c.name = f.name
  left join lateral (
    select recorded_at from events where global_position > coalesce(c.global_position, 0)
     order by events.global_position limit 1
  ) e on true`;

/** Name of the checkpoint up to which another service's events are checked. */
export const foreignCheckpointOf = (service: string, subscriber?: string): string =>
  subscriber === undefined ? `check ${service}` : `check ${service} ${subscriber}`;

/** SQL condition: true if the follower of checkpoint `c` reads the events of this database. */
export const isOwnFollowerSql = `c.name not like 'check %'`;

export async function followerLags(session: SqlSession, names: readonly string[]): Promise<Map<string, FollowerLag>> {
  const rows = await session.query<FollowerLag & { name: string }>(lagSql, [JSON.stringify(names)]);
  return new Map(rows.map(({ name, ...lag }) => [name, lag]));
}

interface Waiter {
  names: readonly string[];
  position: EventPosition;
  resolve: (reached: boolean) => void;
}

const pollMs = 10;

/** One wake-up is not enough: the leader may read the events only later. */
const pollsPerWakeUp = 5;

interface WaitersOptions {
  /** Returns the position of a checkpoint while this process moves it, otherwise undefined. */
  ownPosition?: (checkpoint: string) => EventPosition | undefined;
  /** Wakes the followers of other processes, which then store the checkpoints of events that they ignored. */
  wakeOthers?: (() => void) | undefined;
}

/** Waits for checkpoints. If this process runs the followers, they report their progress; if not, one poll serves all waiters. */
export class CheckpointWaiters {
  readonly #waiters = new Set<Waiter>();
  #polling = false;

  constructor(
    private readonly session: SqlSession,
    private readonly checkpoints: readonly string[],
    private readonly options: WaitersOptions = {},
  ) {}

  /** True once the checkpoints `names` (default: all) are at or after `position`, false after `timeoutMs`. */
  async waitFor(
    position: EventPosition,
    timeoutMs: number,
    names: readonly string[] = this.checkpoints,
  ): Promise<boolean> {
    const deadlineMs = Date.now() + timeoutMs;
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(false), Math.max(0, deadlineMs - Date.now()));
      const waiter: Waiter = { names, position, resolve: (reached) => settle(reached) };
      const settle = (reached: boolean) => {
        clearTimeout(timer);
        this.#waiters.delete(waiter);
        resolve(reached);
      };
      this.#waiters.add(waiter);
      void this.#poll();
    });
  }

  /** Reports positions at which checkpoints are committed. */
  reached(positions: ReadonlyMap<string, EventPosition>): void {
    for (const { names, position, resolve } of this.#waiters) {
      const isReached = (name: string) => comparePositions(positions.get(name) ?? startPosition, position) >= 0;
      if (names.every(isReached)) resolve(true);
    }
  }

  async #poll(): Promise<void> {
    if (this.#polling) return;
    this.#polling = true;
    for (let polls = 0; ; polls += 1) {
      // A failed read is repeated until the waiters' deadlines.
      const positions = await this.#read().catch(() => undefined);
      if (positions) this.reached(positions);
      if (this.#waiters.size === 0) break;
      if (polls % pollsPerWakeUp === 0 && this.#others().length > 0) this.options.wakeOthers?.();
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
    this.#polling = false;
  }

  async #read(): Promise<ReadonlyMap<string, EventPosition>> {
    const others = this.#others();
    const positions = others.length > 0 ? await readCheckpoints(this.session, others) : new Map();
    for (const name of this.#names()) {
      positions.set(name, this.options.ownPosition?.(name) ?? positions.get(name) ?? startPosition);
    }
    return positions;
  }

  #names(): string[] {
    return [...new Set([...this.#waiters].flatMap((waiter) => waiter.names))];
  }

  /** Names of the checkpoints that other processes move. */
  #others(): string[] {
    return this.#names().filter((name) => !this.options.ownPosition?.(name));
  }
}
