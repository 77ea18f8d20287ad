import type { ClientConfig } from 'pg';
import pg from 'pg';
import { type SqlSession, sessionOfClient } from '../kernel/sql-session.js';

/**
 * A connection for one piece of work at a time that needs a session: locks or settings that outlive a transaction. A pool
 * behind PgBouncer has none. The end of the work ends the session, and with it whatever the work left behind.
 */
export class OwnSession {
  readonly #connection: ClientConfig;

  constructor(connection: ClientConfig) {
    this.#connection = connection;
  }

  async run<Result>(work: (session: SqlSession) => Promise<Result>): Promise<Result> {
    const client = new pg.Client({ keepAlive: true, connectionTimeoutMillis: 5_000, ...this.#connection });
    // A connection that is lost between two statements fails the next one; without a listener it ends the process.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await work(sessionOfClient(client));
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
