import { AsyncLocalStorage } from 'node:async_hooks';
import type { ClientBase, Pool } from 'pg';
import type { EventPosition } from './event.js';
import { PerPart } from './surroundings.js';

/**
 * Runs statements in one transaction, or each by itself, whoever owns the connection (a `pg` client or pool, an ORM's entity manager).
 * Parameters are `$1…`, and values are converted as `pg` does by default.
 */
export interface SqlSession {
  query<Row = Record<string, unknown>>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
}

/**
 * Waits for statements of one session that do not need each other's answers. A session that can sends them without a pause between them.
 * Throws the first failure, which causes the others, but only after all have ended: a transaction that is rolled back must get no further
 * statement.
 */
export async function together<Work extends readonly unknown[]>(
  ...work: { [Part in keyof Work]: Promise<Work[Part]> }
): Promise<Work> {
  const all = Promise.all(work);
  all.catch(() => undefined);
  await Promise.allSettled(work);
  return (await all) as unknown as Work;
}

/** Returns the session of a `pg` client whose transaction the caller began, or of a pool, where each statement is its own transaction. */
export function sessionOfClient(client: ClientBase | Pool): SqlSession {
  return {
    async query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]> {
      const result = await (client as Pool).query(sql, parameters as unknown[] | undefined);
      return result.rows as Row[];
    },
  };
}

/**
 * Runs `work` in a transaction of its own. Commits it, or rolls it back and rethrows the error. After the commit, announces the events and
 * the work items of the transaction.
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

type CommitListener = (last: EventPosition) => void;

type WorkListener = (queues: ReadonlySet<string>) => void;

interface Effects {
  /** Position of the last event that the transaction appended, for each listener. */
  appended: Map<CommitListener, EventPosition>;
  /** Queues of the work items that the transaction added. */
  queues: Set<string>;
}

const storage = new AsyncLocalStorage<Effects>();
const workListeners = new PerPart(() => new Set<WorkListener>());

/**
 * Runs `transaction`. After its commit, announces the events that it appended and the work items that it added. Announces nothing after a
 * rollback.
 */
export async function announcingEffects<Result>(transaction: () => Promise<Result>): Promise<Result> {
  const effects: Effects = { appended: new Map(), queues: new Set() };
  const result = await storage.run(effects, transaction);
  for (const [listener, last] of effects.appended) listener(last);
  if (effects.queues.size > 0) announceWork(effects.queues);
  return result;
}

/** Announces these events after the commit of the current transaction. Does nothing outside a transaction. */
export function noteAppend(listener: CommitListener, last: EventPosition): void {
  storage.getStore()?.appended.set(listener, last);
}

/** Announces work of this queue after the commit of the current transaction, or at once outside a transaction. */
export function noteWork(queue: string): void {
  const effects = storage.getStore();
  if (effects) effects.queues.add(queue);
  else announceWork(new Set([queue]));
}

/** Listens to the work that this part adds. @returns the unsubscription */
export function onWorkAdded(listener: WorkListener): () => void {
  const listeners = workListeners.value;
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function announceWork(queues: ReadonlySet<string>): void {
  for (const listener of workListeners.value) listener(queues);
}
