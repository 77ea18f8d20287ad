import { announcingEffects, type SqlSession } from '@candid/event-store';
import type { EntityManager } from '@mikro-orm/postgresql';

interface StatementExecutor {
  executeQuery(query: unknown): Promise<{ rows: unknown[] }>;
}

/**
 * The entity manager's transaction as a session for plain SQL (`$1` parameters), so that events, inbox rows and read
 * models commit together. Rows come as this pool reads them: bigint and timestamps are strings.
 * @throws Error outside `em.transactional(…)`, where a statement would commit by itself
 */
export function sessionOf(em: EntityManager): SqlSession {
  const transaction = em.getTransactionContext() as StatementExecutor | undefined;
  if (!transaction) throw new Error('sessionOf needs an entity manager inside a transaction');
  return sessionOn(() => transaction);
}

/** Plain SQL outside any transaction, on the ORM's pool; each statement commits by itself. */
export function readSessionOf(orm: { em: EntityManager }): SqlSession {
  return sessionOn(() => orm.em.getConnection().getClient() as StatementExecutor);
}

function sessionOn(executor: () => StatementExecutor): SqlSession {
  return {
    async query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
      const result = await executor().executeQuery({
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

/**
 * What is asked again and again is prepared once a connection: the server neither parses nor plans it each time. The
 * driver takes the name along with the text. Bounded, for texts that are made up as they are needed would pile up.
 */
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

/**
 * One transaction on a fork of its own; commits what `work` did, flushed, or rolls back and throws what it threw. Announces its
 * events and its work after the commit.
 */
export function inTransaction<Result>(
  orm: { em: EntityManager },
  work: (transaction: { em: EntityManager; session: SqlSession }) => Promise<Result>,
): Promise<Result> {
  return announcingEffects(() => orm.em.fork().transactional((em) => work({ em, session: sessionOf(em) })));
}
