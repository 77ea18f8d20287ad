import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import type { AppendRequest } from './append/append-batch.js';
import { EventStore } from './append/event-store.js';
import { LeaderElection, type LeaderElectionOptions } from './follow/leader-election.js';
import type { EventMetadata, NewEvent } from './kernel/event.js';
import { inboxReachSql } from './receive/inbox.js';
import { eventStoreSchemaSql, grantApplicationRoleSql } from './schema.js';

export const metadata: EventMetadata = { correlationId: 'correlation-1', actor: 'actor-1' };

export interface TestDatabase {
  /** Address for the application role. */
  url: string;
  /** Opens a pool of the application role. A second pool stands for a second process. */
  openPool(name?: string): pg.Pool;
  openElection(name?: string, options?: LeaderElectionOptions): LeaderElection;
  /** Pool of the database's owner. */
  owner: pg.Pool;
  /** Ends every connection that carries the name, as a crash of its process would. */
  terminate(name: string): Promise<void>;
  drop(): Promise<void>;
}

/** Creates a database for one spec file on the test cluster, with the schema and an application role. */
export async function createTestDatabase(tables: string[] = []): Promise<TestDatabase> {
  const serverUrl = process.env.TEST_POSTGRES_URL;
  if (!serverUrl) throw new Error('TEST_POSTGRES_URL is not set');
  const suffix = randomBytes(6).toString('hex');
  const [database, role] = [`event_store_${suffix}`, `event_store_application_${suffix}`];
  const server = new pg.Pool({ connectionString: serverUrl, max: 2 });
  await server.query(`create database ${database}`);
  await server.query(`create role ${role} login password 'application'`);
  const owner = poolAt(urlOf(serverUrl, database));
  for (const statement of [...eventStoreSchemaSql(), ...inboxReachSql, ...tables, ...grantApplicationRoleSql(role)]) {
    await owner.query(statement);
  }
  await owner.query(`grant select, insert, update, delete on all tables in schema public to ${role}`);
  await owner.query(`revoke update, delete on events from ${role}`);
  const url = urlOf(serverUrl, database, role);
  const pools: pg.Pool[] = [owner];
  const elections: LeaderElection[] = [];
  return {
    url,
    owner,
    openPool(name) {
      const pool = poolAt(url, name);
      pools.push(pool);
      return pool;
    },
    openElection(name, options) {
      const election = new LeaderElection({ connectionString: url, application_name: name }, options);
      elections.push(election);
      return election;
    },
    async terminate(name) {
      await server.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [name]);
    },
    async drop() {
      await Promise.all(elections.map((election) => election.close()));
      await Promise.all(pools.map((pool) => pool.end()));
      await server.query(`drop database ${database} with (force)`);
      await server.query(`drop role ${role}`);
      await server.end();
    },
  };
}

/** Returns a stream id that no other test uses. */
export function newStreamId(): string {
  return `thing-${randomUUID()}`;
}

export function happened(number = 0, type = 'ThingHappened'): NewEvent<string, { number: number }> {
  return { type, data: { number } };
}

export function appendTo(streamId: string, expectedVersion: number, ...events: NewEvent[]): AppendRequest {
  return { streams: [{ streamId, expectedVersion, events: events.length > 0 ? events : [happened()] }], metadata };
}

/** Waits for a condition that the work of another process or connection fulfils. */
export async function eventually(condition: () => Promise<boolean> | boolean, withinMs = 90_000): Promise<void> {
  const deadlineMs = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > deadlineMs) throw new Error(`not within ${withinMs} ms: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export function openStore(database: TestDatabase, name?: string): EventStore {
  return new EventStore({ pool: database.openPool(name) });
}

function poolAt(url: string, name?: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 6, application_name: name });
  // A test may end an idle connection; the pool then opens another.
  pool.on('error', () => undefined);
  return pool;
}

function urlOf(serverUrl: string, database: string, role?: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  if (role) {
    url.username = role;
    url.password = 'application';
  }
  return url.href;
}
