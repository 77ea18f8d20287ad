import { withClient } from './append/bench-database.js';

interface Fill {
  url: string;
  /** Empty tables to fill. The measured code may read them later, but must not write to them. */
  tables: readonly string[];
  statements: readonly string[];
}

/**
 * Fills tables quickly: drops their indexes and rebuilds them after the last row. The tables become and stay unlogged,
 * which does not change the cost of reads. Ends with `analyze` and a checkpoint.
 */
export async function fillTables({ url, tables, statements }: Fill): Promise<void> {
  await withClient(url, async (client) => {
    const { rows: indexes } = await client.query<{ removal: string; creation: string }>(indexesSql, [tables]);
    const load = [
      ...[`set maintenance_work_mem = '512MB'`, `set work_mem = '256MB'`, 'set synchronous_commit = off'],
      ...tables.map((table) => `alter table ${table} set unlogged`),
      ...indexes.map(({ removal }) => removal),
      ...statements,
      ...indexes.map(({ creation }) => creation),
      ...['vacuum analyze', 'checkpoint'],
    ];
    for (const statement of load) await client.query(statement);
  });
}

/** Keeps the names of primary keys and unique constraints, because statements may refer to them. */
const indexesSql = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as removal,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as creation
    from pg_constraint where conrelid = any ($1::regclass[]) and contype in ('p', 'u')
  union all
  select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index where indrelid = any ($1::regclass[])
     and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`;
