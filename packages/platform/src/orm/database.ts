import { announcingEffects, type SqlSession } from '@candid/event-store';
import type { EntityManager } from '@mikro-orm/postgresql';

interface StatementExecutor {
  executeQuery(query: unknown): Promise<{ rows: unknown[] }>;
}

interface Transaction {
  isCommitted: boolean;
  isRolledBack: boolean;
  getExecutor(): {
    provideConnection<Result>(work: (connection: StatementExecutor) => Promise<Result>): Promise<Result>;
  };
}

/** Writes by `em` and by `session` are committed together. */
export interface DatabaseTransaction {
  em: EntityManager;
  session: SqlSession;
}

/**
 * Reads rows by plain SQL (`$1` parameters). Values are converted as `pg` does by default: timestamptz becomes a Date,
 * bigint and numeric become text, json and arrays become values. Cast a value to text if the conversion loses
 * precision: a Date has no microseconds.
 */
export class Database implements SqlSession {
  private readonly pool: SqlSession;

  constructor(private readonly orm: { em: EntityManager }) {
    this.pool = sessionOn({
      executeQuery: (query) => (orm.em.getConnection().getClient() as StatementExecutor).executeQuery(query),
    });
  }

  /** Runs the statement outside any transaction, on a connection of the ORM's pool. */
  query<Row = Record<string, unknown>>(sql: string, parameters?: readonly unknown[]): Promise<Row[]> {
    return this.pool.query<Row>(sql, parameters);
  }

  /** Commits and then announces the events and work items. If `work` fails, rolls back and throws its error. */
  transaction<Result>(work: (transaction: DatabaseTransaction) => Promise<Result>): Promise<Result> {
    return announcingEffects(() => this.orm.em.fork().transactional((em) => work({ em, session: sessionOf(em) })));
  }
}

/**
 * Uses the entity manager's transaction. If a caller sends a statement while another is under way, the two are
 * pipelined: see `together`. Throws outside `em.transactional(…)`.
 */
export function sessionOf(em: EntityManager): SqlSession {
  const transaction = em.getTransactionContext() as unknown as Transaction | undefined;
  if (!transaction) throw new Error('sessionOf needs an entity manager inside a transaction');
  const known = sessions.get(transaction);
  if (known) return known;
  const session = sessionOn(pipelined(transaction));
  sessions.set(transaction, session);
  return session;
}

const sessions = new WeakMap<Transaction, SqlSession>();

/** Keeps the connection until all statements are answered. The ORM alone would wait for each answer in turn. */
function pipelined(transaction: Transaction): StatementExecutor {
  let underWay = new Set<Promise<unknown>>();
  let kept: StatementExecutor | undefined;

  async function send(connection: StatementExecutor, query: unknown) {
    const answer = connection.executeQuery(query);
    underWay.add(answer);
    try {
      return await answer;
    } finally {
      underWay.delete(answer);
    }
  }

  return {
    executeQuery(query) {
      if (transaction.isCommitted || transaction.isRolledBack) throw new Error('the transaction has ended');
      if (kept) return send(kept, query);
      return new Promise((resolve, reject) => {
        void transaction
          .getExecutor()
          .provideConnection(async (connection) => {
            kept = connection;
            underWay = new Set();
            send(connection, query).then(resolve, reject);
            while (underWay.size > 0) await Promise.allSettled(underWay);
            kept = undefined;
          })
          .catch(reject);
      });
    },
  };
}

function sessionOn(executor: StatementExecutor): SqlSession {
  return {
    async query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
      const result = await executor.executeQuery({
        sql: parameters.length > 0 ? asPrepared(sql) : sql,
        parameters,
        query: { kind: 'RawNode', sqlFragments: [sql], parameters: [] },
        queryId: { queryId: '' },
      });
      return result.rows as Row[];
    },
  };
}

const PREPARE_AFTER = 5;
const PREPARED_MAX = 200;
const uses = new Map<string, number>();
const prepared = new Map<string, { name: string; text: string }>();

/** Names a frequent statement, so that the server plans it once. `PREPARED_MAX` limits the number of names. */
function asPrepared(text: string): string | { name: string; text: string } {
  const known = prepared.get(text);
  if (known || prepared.size >= PREPARED_MAX) return known ?? text;
  const count = (uses.get(text) ?? 0) + 1;
  if (count < PREPARE_AFTER) {
    if (uses.size >= PREPARED_MAX) uses.clear();
    uses.set(text, count);
    return text;
  }
  uses.delete(text);
  const statement = { name: `session_${prepared.size}`, text };
  prepared.set(text, statement);
  return statement;
}
