import type { EventStore } from '@candid/event-store';

/** Runs a statement that each connection prepares once under its name, because planning it takes longer than running it. */
export async function queryPrepared<Row extends object>(
  { pool }: Pick<EventStore, 'pool'>,
  statement: { name: string; text: string; values: unknown[] },
): Promise<Row[]> {
  return (await pool.query<Row>(statement)).rows;
}
