import type { SqlSession } from '@candid/event-store';
import type { EntityManager } from '@mikro-orm/postgresql';
import { inTransaction, readSessionOf } from './session-of.js';

/** A transaction's entity manager, and its session for plain SQL. What both do commits together. */
interface DatabaseTransaction {
  em: EntityManager;
  session: SqlSession;
}

/** The service's database: the one way to read its rows, with plain SQL and its row type. */
export class Database implements SqlSession {
  private readonly session: SqlSession;

  constructor(private readonly orm: { em: EntityManager }) {
    this.session = readSessionOf(orm);
  }

  /** Outside a transaction: the statement commits by itself, on a connection of the ORM's pool. */
  query<Row = Record<string, unknown>>(sql: string, parameters?: readonly unknown[]): Promise<Row[]> {
    return this.session.query<Row>(sql, parameters);
  }

  /**
   * Commits the work, flushed, or rolls back and throws the work's error. Announces the transaction's events and work
   * items after the commit.
   */
  transaction<Result>(work: (transaction: DatabaseTransaction) => Promise<Result>): Promise<Result> {
    return inTransaction(this.orm, work);
  }
}
