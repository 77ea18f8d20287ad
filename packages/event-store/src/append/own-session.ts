import pg, { type ClientConfig } from 'pg';
import { type SqlSession, sessionOfClient } from '../kernel/sql-session.js';

/**
 * A session for one piece of work with locks or settings that outlive a transaction: a pool behind PgBouncer has none.
 * The session ends with the work, and with it what the work left behind.
 */
export class OwnSession {
  constructor(private readonly connection: ClientConfig) {}

  async run<Result>(work: (session: SqlSession) => Promise<Result>): Promise<Result> {
    const client = new pg.Client({ keepAlive: true, connectionTimeoutMillis: 5_000, ...this.connection });
    // Without a listener, a connection that is lost between two statements ends the process.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await work(sessionOfClient(client));
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
