import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { appendOf } from '../append/workload.js';
import { seenTableSql } from './followers.js';
import { kill, startProcess } from './processes.js';
import type { Order } from './schema.sql.js';
import { type Appender, createOrderDatabase, type OrderDatabase, openAppender } from './stores.js';

const appendEveryMs = 10;
const appendsAtOnce = 4;

/** A database with steady appends to new streams and processes that follow them. */
export class FollowedDatabase {
  readonly followers: ChildProcess[] = [];
  readonly #appender: Appender;
  #appending = true;
  #steady: Promise<void>;

  private constructor(
    readonly order: Order,
    readonly database: OrderDatabase,
    readonly pool: pg.Pool,
  ) {
    this.#appender = openAppender(database.url, order);
    this.#steady = this.#appendSteadily();
  }

  static async create(postgresUrl: string, order: Order): Promise<FollowedDatabase> {
    const database = await createOrderDatabase(postgresUrl, order);
    const pool = new pg.Pool({ connectionString: database.url, max: 2 });
    await pool.query(seenTableSql);
    return new FollowedDatabase(order, database, pool);
  }

  async addFollowers(count: number): Promise<void> {
    for (let added = 0; added < count; added += 1) {
      const options = { url: this.database.url, order: this.order, owner: randomUUID() };
      this.followers.push(await startProcess('follow', options));
    }
  }

  /** Of the events that were appended since: seconds from the append to the commit of what the follower wrote. */
  async lagsSince(since: Date): Promise<{ p50: number; p99: number; most: number }> {
    const { rows } = await this.pool.query(
      `select percentile_cont(0.5) within group (order by lag) as p50, percentile_cont(0.99) within group (order by lag) as p99,
         max(lag) as most
       from (select extract(epoch from seen_at - recorded_at)::float8 as lag from seen where recorded_at >= $1) lags`,
      [since],
    );
    return rows[0];
  }

  async #appendSteadily(): Promise<void> {
    while (this.#appending) {
      const turn = Array.from({ length: appendsAtOnce }, () =>
        this.#appender.append(appendOf(`rating-${randomUUID()}`, 0)),
      );
      await Promise.all([...turn, delay(appendEveryMs)]);
    }
  }

  async end(): Promise<void> {
    this.#appending = false;
    await this.#steady;
    await Promise.all([...this.followers.map(kill), this.#appender.pool.end()]);
    await this.pool.end();
    await this.database.drop();
  }
}

const foreignMs = 30_000;

export interface ForeignLags {
  order: Order;
  /** Seconds. */
  p50: number;
  p99: number;
  mostBesideForeign: number;
}

/** A follower in each order, alone and then beside one transaction of 30 s that writes in another database. */
export async function lagsBesideForeign(postgresUrl: string, orders: readonly Order[]): Promise<ForeignLags[]> {
  const followed = await Promise.all(orders.map((order) => FollowedDatabase.create(postgresUrl, order)));
  const foreign = new pg.Client({ connectionString: postgresUrl });
  await foreign.connect();
  try {
    for (const each of followed) await each.addFollowers(1);
    await delay(2_000);
    const startedAt = new Date();
    await delay(5_000);
    const alone = await Promise.all(followed.map((each) => each.lagsSince(startedAt)));
    const foreignAt = new Date();
    await foreign.query('begin; select pg_current_xact_id()');
    await delay(foreignMs);
    await foreign.query('commit');
    await delay(2_000);
    const beside = await Promise.all(followed.map((each) => each.lagsSince(foreignAt)));
    return followed.map(({ order }, index) => {
      const { p50, p99 } = alone[index]!;
      return { order, p50, p99, mostBesideForeign: beside[index]!.most };
    });
  } finally {
    await foreign.end();
    await Promise.all(followed.map((each) => each.end()));
  }
}

export interface Sharing {
  /** Partitions per process. */
  ofTwo: number[];
  ofFour: number[];
  /** The longest lag of an event after one of four processes was killed. */
  handoverSeconds: number;
}

const settleMs = 4_000;
const handoverMs = 8_000;

export async function sharePartitions(postgresUrl: string): Promise<Sharing> {
  const followed = await FollowedDatabase.create(postgresUrl, 'partition');
  const counts = async () => {
    const { rows } = await followed.pool.query(
      'select count(*)::int as held from partition_leases where expires_at > clock_timestamp() group by owner order by 1',
    );
    return rows.map(({ held }) => held as number);
  };
  try {
    await followed.addFollowers(2);
    await delay(settleMs);
    const ofTwo = await counts();
    await followed.addFollowers(2);
    await delay(settleMs);
    const ofFour = await counts();
    const killedAt = new Date();
    await kill(followed.followers[0]!);
    await delay(handoverMs);
    return { ofTwo, ofFour, handoverSeconds: (await followed.lagsSince(killedAt)).most };
  } finally {
    await followed.end();
  }
}

/** The same of the one process that leads, in the order of transactions. */
export async function electAgain(postgresUrl: string): Promise<number> {
  const followed = await FollowedDatabase.create(postgresUrl, 'transaction');
  try {
    await followed.addFollowers(2);
    await delay(settleMs);
    const killedAt = new Date();
    await kill(followed.followers[0]!);
    await delay(handoverMs);
    return (await followed.lagsSince(killedAt)).most;
  } finally {
    await followed.end();
  }
}
