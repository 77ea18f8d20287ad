import { setTimeout as delay } from 'node:timers/promises';
import { isOwnFollowerSql } from '@candid/event-store';
import { eventually } from './eventually.js';

interface RebuiltProjection {
  session: { query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]> };
  /** Rebuilds the projection with `batchSize` events per transaction. */
  rebuild(batchSize: number): Promise<void>;
  /** Changes the rows through the running service. */
  write(): Promise<unknown>;
}

/** Rows by table. Includes tables that the projection does not name, so that the test also finds writes to them. */
export type Rows = Record<string, unknown[]>;

const WRITES_BESIDE_MIN = 4;
/** Pause before the next write. It doubles, so that a rebuild that is slower than the writes catches up with them. */
const PAUSE_MS = 500;
/** Number of transactions per rebuild. Writes can happen between them. */
const BATCHES = 40;

/** `beside`: rows after a rebuild during `writesBeside` writes; `undisturbed`: rows after a rebuild without writes. */
export async function rebuildBesideWrites(projection: RebuiltProjection) {
  const { write, session } = projection;
  const rebuild = async () => {
    const [events] = await session.query<{ count: number }>('select count(*)::int as count from events');
    await projection.rebuild(Math.ceil(events!.count / BATCHES));
  };
  await write();
  const before = await settledRows(projection);
  await rebuild();
  const after = await settledRows(projection);
  let isRebuilding = true;
  let hasFailed = false;
  let writesBeside = 0;
  // Repeats the rebuild, because a quick rebuild may end before the writers have started.
  const rebuilding = async () => {
    do await rebuild();
    while (!hasFailed && writesBeside < WRITES_BESIDE_MIN);
  };
  const rebuilt = rebuilding().finally(() => {
    isRebuilding = false;
  });
  const writer = async () => {
    let pauseMs = PAUSE_MS;
    while (isRebuilding && !hasFailed) {
      writesBeside += 1;
      await write();
      if (writesBeside < WRITES_BESIDE_MIN) continue;
      await Promise.race([delay(pauseMs, undefined, { ref: false }), rebuilt]);
      pauseMs *= 2;
    }
  };
  const besides = [rebuilt, writer(), writer()].map((work) =>
    work.catch((error: unknown) => {
      hasFailed = true;
      throw error;
    }),
  );
  // Lets all writers end before a failure is reported. Otherwise they would write during the next test.
  await Promise.allSettled(besides);
  await Promise.all(besides);
  await write();
  const beside = await settledRows(projection);
  await rebuild();
  return { before, after, beside, undisturbed: await settledRows(projection), writesBeside };
}

const infrastructure = ['events', 'idempotency_records', 'checkpoints', 'inbox', 'dead_letters', 'work_items'];

/** Waits until all followers have read all events. Returns the rows of the service's own tables in a fixed order. */
export async function settledRows({ session }: Pick<RebuiltProjection, 'session'>): Promise<Rows> {
  await eventually(async () => {
    const behind = await session.query<{ name: string }>(
      `select c.name from checkpoints c where ${isOwnFollowerSql} and exists (select from events e
          where e.global_position > c.global_position)`,
    );
    if (behind.length > 0) throw new Error(`${behind.map(({ name }) => name).join(', ')}: behind`);
  });
  const tables = await session.query<{ name: string }>(
    `select tablename as name from pg_tables
      where schemaname = 'public' and tablename <> all ($1) and tablename not like 'mikro_orm%' order by tablename`,
    [infrastructure],
  );
  const rows: Rows = {};
  for (const { name } of tables) {
    const found = await session.query<{ row: unknown }>(`select to_jsonb(t) as row from "${name}" t order by t::text`);
    rows[name] = found.map(({ row }) => row);
  }
  return rows;
}
