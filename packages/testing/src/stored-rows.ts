import type { SqlSession } from '@candid/event-store';

export interface StoredRow {
  table: string;
  /** All columns as text. */
  text: string;
}

/** Returns every row of every table. */
export async function storedRows(session: SqlSession): Promise<StoredRow[]> {
  const tables = await session.query<{ table: string }>(
    `select quote_ident(table_name) as table from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const rows: StoredRow[] = [];
  for (const { table } of tables) {
    const texts = await session.query<{ text: string }>(`select t::text as text from ${table} t`);
    rows.push(...texts.map(({ text }) => ({ table, text })));
  }
  return rows;
}

/** Returns the tables that have a row with this text in any column. */
export async function tablesNaming(session: SqlSession, text: string): Promise<string[]> {
  const rows = (await storedRows(session)).filter((row) => row.text.includes(text));
  return [...new Set(rows.map(({ table }) => table))];
}
