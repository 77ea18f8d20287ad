import pg, { type ClientConfig } from 'pg';

export interface Leadership {
  /** Aborted when the lock is lost: released, or its connection ended. */
  readonly signal: AbortSignal;
  release(): Promise<void>;
}

/**
 * One holder per name among all processes of a database, by session advisory locks on one connection of its own.
 * A lost connection is a lost lock: the server has freed it, and another process may hold it already.
 */
export class LeaderElection {
  readonly #connection: ClientConfig;
  readonly #held = new Map<string, AbortController>();
  #client: Promise<pg.Client> | undefined;
  /** The last query on the connection, which takes one at a time. */
  #turn: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(connection: ClientConfig) {
    this.#connection = connection;
  }

  /** Undefined where another holds the name; throws where the database cannot be reached. */
  async campaign(name: string): Promise<Leadership | undefined> {
    if (this.#closed) throw new Error('the election is closed');
    // The server grants a session a lock that it holds already.
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

  /** Frees every lock and ends the connection. */
  async close(): Promise<void> {
    this.#closed = true;
    const client = await this.#client?.catch(() => undefined);
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
    const client = new pg.Client({ keepAlive: true, ...this.#connection });
    const lose = () => {
      this.#client = undefined;
      this.#loseAll();
    };
    client.on('error', lose);
    client.on('end', lose);
    await client.connect();
    // A process that is cut off must lose its locks soon; by default the server notices after two hours.
    await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3');
    return client;
  }

  async #release(name: string, controller: AbortController): Promise<void> {
    if (this.#held.get(name) !== controller) return;
    const client = await this.#client;
    if (client) await this.#query(client, 'select pg_advisory_unlock(hashtextextended($1, 0))', name).catch(() => []);
    this.#forget(name, controller);
  }

  #query(client: pg.Client, text: string, name: string): Promise<Record<string, unknown>[]> {
    const answer = this.#turn.then(() => client.query(text, [name])).then(({ rows }) => rows);
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
