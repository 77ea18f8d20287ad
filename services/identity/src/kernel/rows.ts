import type { SqlSession } from '@candid/event-store';

/** @returns the first row of the result; undefined if there is none */
export async function firstRow<Row>(
  session: SqlSession,
  sql: string,
  parameters: readonly unknown[],
): Promise<Row | undefined> {
  const [row] = await session.query<Row>(sql, parameters);
  return row;
}

/** @returns true if the result has a row; a statement that changes rows needs `returning` */
export async function hasRow(session: SqlSession, sql: string, parameters: readonly unknown[]): Promise<boolean> {
  return (await session.query(sql, parameters)).length > 0;
}
