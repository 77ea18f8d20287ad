import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { metadata, type TestDatabase } from '../fixtures.spec.js';
import { moveCheckpoint, openCheckpoint } from '../follow/checkpoint.js';
import { EventFollower } from '../follow/event-follower.js';
import { isSerializationRace, isServerAway, VersionConflictError } from '../kernel/errors.js';
import { inTransaction, sessionOfClient } from '../kernel/sql-session.js';
import type { AppendRequest } from './append-batch.js';
import { EventStore } from './event-store.js';

/** Table of the events that the followers of all processes have seen, in the order in which they saw them. */
export const seenTableSql = `create table seen (place bigint generated always as identity primary key, event_id uuid not null,
  stream_id text not null, stream_version integer not null)`;

/** Counts of events, streams and keys that break a rule. */
const faultsSql = `select
  (select count(*)::int from events e full join seen s using (event_id) where e.event_id is null or s.event_id is null) as gaps,
  (select (count(*) - count(distinct event_id))::int from seen) as repeats,
  (select (count(*) - count(distinct data->>'key'))::int from events) as "repeatedKeys",
  (select count(*)::int from (
     select stream_version - lag(stream_version, 1, 0) over (partition by stream_id order by place) as step from seen) steps
    where step <> 1) as reorderings`;

export const noFaults = { gaps: 0, repeats: 0, repeatedKeys: 0, reorderings: 0 };

const writersOfProcess = 12;
const rolledBack = new Error('rolled back');
const pause = (mostMs: number) => delay(Math.random() * mostMs);

/** True for a conflict with another writer, a lost connection, or a rolled back transaction. */
const isExpected = (error: Error): boolean =>
  error instanceof VersionConflictError ||
  isServerAway(error) ||
  isSerializationRace(error) ||
  error === rolledBack ||
  /Connection terminated|not queryable/.test(error.message);

/** Processes of a service that append to the same streams and follow them, each over connections of its own. */
export class Race {
  readonly #database: TestDatabase;
  readonly #streams = Array.from({ length: 300 }, () => `race-${randomUUID()}`);
  readonly #stores: EventStore[] = [];
  readonly #clients = new Set<pg.PoolClient>();
  readonly #followers: EventFollower[];
  #writing: Promise<unknown> = Promise.resolve();
  #isOver = false;

  constructor(database: TestDatabase) {
    this.#database = database;
    this.#followers = [1, 2].map((number) => this.#openFollower(`racing follower ${number}`));
  }

  start(): void {
    for (const follower of this.#followers) follower.start();
    for (const number of [1, 2, 3]) this.#stores.push(this.#openStore(`racing writer ${number}`));
    const writers = this.#stores.flatMap((store) => Array.from({ length: writersOfProcess }, () => this.#write(store)));
    this.#writing = Promise.all(writers);
  }

  /** Ends one random connection: by the server, or by the client as if its process were killed. */
  async killOne(): Promise<void> {
    if (Math.random() < 0.5) {
      await this.#database.owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like 'racing%' order by random() limit 1`);
      return;
    }
    const clients = [...this.#clients];
    const client = clients[Math.floor(Math.random() * clients.length)] as unknown as
      | { connection: { stream: { destroy(): void } } }
      | undefined;
    client?.connection.stream.destroy();
  }

  async count(table: 'events' | 'seen'): Promise<number> {
    const { rows } = await this.#database.owner.query(`select count(*)::int as rows from ${table}`);
    return rows[0].rows;
  }

  /** Stops the writers, waits until the followers have seen all events, and resolves to the counts of faults. */
  async faults(): Promise<object> {
    this.#isOver = true;
    await this.#writing;
    // A statement of a connection that its client has closed may still commit.
    for (let looks = 0; looks < 300 && (await this.#isBehind()); looks += 1) await delay(100);
    await Promise.all(this.#followers.map((follower) => follower.stop()));
    return (await this.#database.owner.query(faultsSql)).rows[0];
  }

  async #isBehind(): Promise<boolean> {
    const { rows } = await this.#database.owner.query(`select count(*)::int as open from pg_stat_activity
      where datname = current_database() and application_name like 'racing writer%' and state <> 'idle'`);
    return rows[0].open > 0 || (await this.count('seen')) < (await this.count('events'));
  }

  #openPool(name: string): pg.Pool {
    const pool = this.#database.openPool(name);
    return pool
      .on('connect', (client) => {
        client.on('error', () => undefined);
        this.#clients.add(client);
      })
      .on('remove', (client) => this.#clients.delete(client as pg.PoolClient));
  }

  #openStore(name: string): EventStore {
    return new EventStore({ pool: this.#openPool(name) });
  }

  #openFollower(name: string): EventFollower {
    const store = this.#openStore(name);
    return new EventFollower({
      name: 'race',
      store,
      election: this.#database.openElection(name),
      trafficPollMs: 10,
      idlePollMs: 10,
      electionRetryMs: 50,
      failureRetryMs: 10,
      open: () => openCheckpoint(sessionOfClient(store.pool), 'race'),
      handle: (events, from) =>
        inTransaction(store.pool, async (session) => {
          await moveCheckpoint(session, 'race', from, events.at(-1)!);
          await session.query(
            `insert into seen (event_id, stream_id, stream_version)
             select * from unnest($1::uuid[], $2::text[], $3::int[])`,
            [
              events.map(({ eventId }) => eventId),
              events.map(({ streamId }) => streamId),
              events.map(({ streamVersion }) => streamVersion),
            ],
          );
        }),
      onError: () => undefined,
    });
  }

  async #write(store: EventStore): Promise<void> {
    while (!this.#isOver) {
      const streamId = this.#streams[Math.floor(Math.random() * this.#streams.length)]!;
      await this.#appendOnce(store, streamId, randomUUID());
    }
  }

  /** Repeats the append under one key until it is known to have succeeded. */
  async #appendOnce(store: EventStore, streamId: string, key: string): Promise<void> {
    while (!this.#isOver) {
      try {
        const sql = 'select count(*)::int as version from events where stream_id = $1';
        const expectedVersion = (await store.pool.query(sql, [streamId])).rows[0].version;
        const streams = [{ streamId, expectedVersion, events: [{ type: 'Raced', data: { key } }] }];
        const request = { streams, metadata, idempotency: { key, fingerprint: key, answer: null } };
        if (Math.random() < 0.95) await store.append(request);
        else await this.#appendLate(store, request);
        return;
      } catch (error) {
        if (!isExpected(error as Error)) throw error;
        await pause(10);
      }
    }
  }

  /** Appends in the middle of a long transaction that already has an id. Rolls back a quarter of these transactions. */
  async #appendLate(store: EventStore, request: AppendRequest): Promise<void> {
    const client = await store.pool.connect();
    try {
      await client.query('begin; select pg_current_xact_id()');
      await pause(20);
      await store.appendWithin(sessionOfClient(client), request);
      await pause(20);
      if (Math.random() < 0.25) throw rolledBack;
      await client.query('commit');
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}
