import type { ClientBase, Pool } from 'pg';
import { announcingEffects } from './commit-effects.js';

/**
 * Statements inside one transaction, whoever owns it (a `pg` client, an ORM's entity manager).
 * Parameters are `$1…`; the event store passes only strings, numbers and null, so that a session may also inline them.
 */
export interface SqlSession {
  query<Row = Record<string, unknown>>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
}

/**
 * Statements of one session that do not need each other's answers, sent one right behind the other where the session can.
 * Throws what failed first, for the rest then fails because of it, and only once all have ended: nothing may be sent in a transaction
 * that is rolled back.
 */
export async function together<Work extends readonly unknown[]>(
  ...work: { [Part in keyof Work]: Promise<Work[Part]> }
): Promise<Work> {
  const all = Promise.all(work);
  all.catch(() => undefined);
  await Promise.allSettled(work);
  return (await all) as unknown as Work;
}

/** The session of a `pg` client whose transaction the caller began, or of a pool, where each statement is its own transaction. */
export function sessionOfClient(client: ClientBase | Pool): SqlSession {
  return {
    async query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]> {
      const result = await (client as Pool).query(sql, parameters as unknown[] | undefined);
      return result.rows as Row[];
    },
  };
}

/**
 * Runs `work` in a transaction of its own: commits what it did, or rolls back and throws what it threw. Announces the events
 * and the work of the transaction after the commit.
 */
export function inTransaction<T>(pool: Pool, work: (session: SqlSession) => Promise<T>): Promise<T> {
  return announcingEffects(() => transact(pool, work));
}

async function transact<T>(pool: Pool, work: (session: SqlSession) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const value = await work(sessionOfClient(client));
    await client.query('commit');
    return value;
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
