import { AsyncLocalStorage } from 'node:async_hooks';
import pg, { type ClientBase, type ClientConfig, type Pool } from 'pg';
import type { EventPosition } from './event.js';
import { PerPart } from './surroundings.js';

/**
 * Runs SQL statements, all in one transaction or each in its own. The connection may belong to a `pg` client, a pool or
 * an entity manager. Parameters are `$1…`; values are converted as `pg` does.
 */
export interface SqlSession {
  query<Row = Record<string, unknown>>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
}

/**
 * Pipelines statements that do not need each other's answers, if the session supports it. Waits for all statements
 * before it throws the first failure, because no statement may follow the transaction's rollback.
 */
export async function together<Work extends readonly unknown[]>(
  ...work: { [Part in keyof Work]: Promise<Work[Part]> }
): Promise<Work> {
  const all = Promise.all(work);
  all.catch(() => undefined);
  await Promise.allSettled(work);
  return (await all) as unknown as Work;
}

/** With a client, statements run in the transaction that the caller began; with a pool, each in its own transaction. */
export function sessionOfClient(client: ClientBase | Pool): SqlSession {
  return {
    async query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]> {
      const result = await (client as Pool).query(sql, parameters as unknown[] | undefined);
      return result.rows as Row[];
    },
  };
}

/** Rolls back and rethrows if `work` fails. Announces events and work items after the commit. */
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

/**
 * A separate session for work whose locks or settings outlive a transaction. A pool behind PgBouncer cannot keep
 * such locks and settings. The session ends with the work, and its locks and settings end with it.
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

type CommitListener = (last: EventPosition) => void;

type WorkListener = (queues: ReadonlySet<string>) => void;

interface Effects {
  /** Last event that the transaction appended, for each listener. */
  appended: Map<CommitListener, EventPosition>;
  /** Queues to which the transaction added work. */
  queues: Set<string>;
}

const storage = new AsyncLocalStorage<Effects>();
const workListeners = new PerPart(() => new Set<WorkListener>());

/** Announces the events and work items of `transaction` after its commit; after a rollback, announces nothing. */
export async function announcingEffects<Result>(transaction: () => Promise<Result>): Promise<Result> {
  const effects: Effects = { appended: new Map(), queues: new Set() };
  const result = await storage.run(effects, transaction);
  for (const [listener, last] of effects.appended) listener(last);
  if (effects.queues.size > 0) announceWork(effects.queues);
  return result;
}

/** Announces events after the commit. Does nothing outside a transaction. */
export function noteAppend(listener: CommitListener, last: EventPosition): void {
  storage.getStore()?.appended.set(listener, last);
}

/** Announces work after the commit, or immediately outside a transaction. */
export function noteWork(queue: string): void {
  const effects = storage.getStore();
  if (effects) effects.queues.add(queue);
  else announceWork(new Set([queue]));
}

/** Listens to the work that this part adds. Returns the unsubscription. */
export function onWorkAdded(listener: WorkListener): () => void {
  const listeners = workListeners.value;
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function announceWork(queues: ReadonlySet<string>): void {
  for (const listener of workListeners.value) listener(queues);
}
