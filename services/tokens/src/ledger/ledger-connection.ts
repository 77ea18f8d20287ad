import pg from 'pg';

/** The settings give a flush the plan it needs, whatever size the tables had when it was made. */
const flushSettings = [
  // Nested loops over its own parameters, which also take the accounts' locks in name order.
  ...['-c enable_seqscan=off', '-c enable_hashjoin=off', '-c enable_mergejoin=off', '-c enable_bitmapscan=off'],
  '-c plan_cache_mode=force_generic_plan',
].join(' ');

/**
 * One connection on which statements follow one another without waiting for their answers: while a flush is written, the
 * next one is under way to the server. Made when it is first needed, and again after it was lost; what was under way
 * then is rejected. Statements are transactions of their own.
 */
export class LedgerConnection {
  readonly #config: pg.ClientConfig;
  readonly #onLost: (error: Error) => void;
  #client: Promise<pg.Client> | undefined;

  /** `onLost` is told of a connection that ends by itself. */
  constructor(config: pg.ClientConfig, onLost: (error: Error) => void = () => undefined) {
    const options = `${flushSettings} ${config.options ?? ''}`;
    this.#config = { keepAlive: true, connectionTimeoutMillis: 5_000, ...config, options };
    this.#onLost = onLost;
  }

  async query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    const client = await this.#connected();
    return client.query<Row>(query);
  }

  /** After the statements under way. */
  async end(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await (await client?.catch(() => undefined))?.end();
  }

  #connected(): Promise<pg.Client> {
    this.#client ??= this.#connect();
    return this.#client;
  }

  #connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...this.#config, pipeline: true } as pg.ClientConfig);
    const connected = client.connect().then(() => client);
    // A late event of a connection that was replaced must not drop its successor.
    const forget = () => {
      if (this.#client === connected) this.#client = undefined;
    };
    client.on('error', (error) => {
      forget();
      this.#onLost(error);
    });
    client.on('end', forget);
    connected.catch(forget);
    return connected;
  }
}
