import pg, { type ClientConfig } from 'pg';

export interface Leadership {
  /** Aborted when the lock is released or its connection ends. */
  readonly signal: AbortSignal;
  release(): Promise<void>;
}

export interface LeaderElectionOptions {
  /**
   * PostgreSQL ends the connection, and frees its locks, after this time without a heartbeat; 3000 by default. If it is
   * 0, the locks stay until the connection ends. Use 0 for work that must never run twice and that nobody waits for.
   */
  leaseMs?: number;
}

const HEARTBEATS_PER_LEASE = 4;
const ANSWER_TIMEOUT_MS = 3_000;

/**
 * Elects one holder per name among all processes of a database, by session advisory locks on a separate connection. If
 * this connection is lost, its locks are lost, too: another process may hold them already.
 *
 * The event loop sends the heartbeat. A process that is frozen or cut off loses its locks when its lease ends, but
 * believes for a moment that it still leads. A leader's writes must therefore be harmless beside those of the next
 * leader.
 */
export class LeaderElection {
  readonly #connection: ClientConfig;
  readonly #leaseMs: number;
  readonly #held = new Map<string, AbortController>();
  #client: Promise<pg.Client> | undefined;
  /** The last query. The connection runs one query at a time. */
  #turn: Promise<unknown> = Promise.resolve();
  #current: pg.Client | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #isUnanswered = false;
  #closed = false;

  constructor(connection: ClientConfig, { leaseMs = 3_000 }: LeaderElectionOptions = {}) {
    this.#connection = connection;
    this.#leaseMs = leaseMs;
  }

  /** Returns undefined if another leader holds the name. Throws if the database cannot be reached. */
  async campaign(name: string): Promise<Leadership | undefined> {
    if (this.#closed) throw new Error('the election is closed');
    // Does not ask the server, which would grant the lock again to the session that holds it.
    if (this.#held.has(name)) return undefined;
    const controller = new AbortController();
    this.#held.set(name, controller);
    try {
      const client = await this.#connect();
      const rows = await this.#query(client, 'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken', name);
      if (rows[0]?.['taken'] && !controller.signal.aborted) {
        return { signal: controller.signal, release: () => this.#release(name, controller) };
      }
    } catch (error) {
      this.#forget(name, controller);
      throw error;
    }
    this.#forget(name, controller);
    return undefined;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const client = await this.#client?.catch(() => undefined);
    clearInterval(this.#heartbeat);
    this.#loseAll();
    await client?.end();
  }

  #connect(): Promise<pg.Client> {
    this.#client ??= this.#open().catch((error) => {
      this.#client = undefined;
      throw error;
    });
    return this.#client;
  }

  async #open(): Promise<pg.Client> {
    const client = new pg.Client({
      keepAlive: true,
      query_timeout: Math.min(this.#leaseMs, ANSWER_TIMEOUT_MS),
      ...this.#connection,
    });
    this.#current = client;
    client.on('error', () => this.#lose(client));
    client.on('end', () => this.#lose(client));
    await client.connect();
    // Keepalives detect a host that has disappeared without ending its connections.
    await client.query(`set idle_session_timeout = ${this.#leaseMs};
      set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`);
    clearInterval(this.#heartbeat);
    if (this.#leaseMs > 0) {
      this.#heartbeat = setInterval(() => this.#renew(client), this.#leaseMs / HEARTBEATS_PER_LEASE);
    }
    return client;
  }

  /** Gives up leadership if PostgreSQL does not answer: the connection may be lost, and another process may lead. */
  #renew(client: pg.Client): void {
    if (this.#isUnanswered) return;
    this.#isUnanswered = true;
    this.#inTurn(() => client.query('select 1'))
      .catch(() => this.#lose(client))
      .finally(() => {
        this.#isUnanswered = false;
      });
  }

  #lose(client: pg.Client): void {
    if (this.#current !== client) return;
    this.#current = undefined;
    this.#client = undefined;
    clearInterval(this.#heartbeat);
    this.#loseAll();
    client.end().catch(() => undefined);
  }

  async #release(name: string, controller: AbortController): Promise<void> {
    if (this.#held.get(name) !== controller) return;
    const client = await this.#client;
    if (client) await this.#query(client, 'select pg_advisory_unlock(hashtextextended($1, 0))', name).catch(() => []);
    this.#forget(name, controller);
  }

  #query(client: pg.Client, text: string, name: string): Promise<Record<string, unknown>[]> {
    return this.#inTurn(() => client.query(text, [name])).then(({ rows }) => rows);
  }

  #inTurn<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    const answer = this.#turn.then(ask);
    this.#turn = answer.catch(() => undefined);
    return answer;
  }

  #forget(name: string, controller: AbortController): void {
    if (this.#held.get(name) === controller) this.#held.delete(name);
    controller.abort();
  }

  #loseAll(): void {
    const lost = [...this.#held.values()];
    this.#held.clear();
    for (const controller of lost) controller.abort();
  }
}
