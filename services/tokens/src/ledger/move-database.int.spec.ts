import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { EventStore } from '@candid/event-store';
import { runMigrations } from '@candid/platform/orm';
import { createDatabase, eventually, startPostgres, type TestDatabase, type TestServer } from '@candid/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { migrations } from '../migrations/all.js';
import { compareWithEvents } from './compare-with-events.js';
import { connectDatabase, grantOf } from './ledger.fixture.spec.js';
import { Ledger, LedgerConnection } from './ledger.js';
import { transferIdOf } from './transfer.js';
import { Transfers } from './transfers.js';

/** Number of transactions by which the old cluster's counter is ahead. */
const transactionsAhead = 20_000;
const transfersBefore = 200;

const operation = (name: string): Promise<string> =>
  readFile(fileURLToPath(new URL(`../../../../deploy/k8s/operations/${name}`, import.meta.url)), 'utf8');

/** A process of the service. The move ends it and starts another one with the new address. */
function openProcess(url: string) {
  const connection = new LedgerConnection({ connectionString: url });
  const store = new EventStore({ pool: new pg.Pool({ connectionString: url, max: 2 }) });
  store.pool.on('error', () => undefined);
  store.pool.on('connect', (client) => client.on('error', () => undefined));
  const transfers = new Transfers(new Ledger({ connection }), store);
  const end = async () => void (await Promise.allSettled([connection.end(), store.pool.end()]));
  return { transfers, end };
}

let servers: TestServer[] = [];
let isRunning = true;
let service: ReturnType<typeof openProcess> | undefined;
let old: { database: TestDatabase; owner: pg.Pool };
let next: typeof old;

async function openDatabase({ url: clusterUrl }: TestServer): Promise<typeof old> {
  const database = await createDatabase({ clusterUrl });
  await runMigrations({ migrationUrl: database.url, applicationUrl: database.applicationUrl, migrations });
  const owner = new pg.Pool({ connectionString: database.url, max: 3 });
  owner.on('error', () => undefined);
  return { database, owner };
}

beforeAll(async () => {
  servers = await Promise.all([startPostgres(), startPostgres()]);
  const client = new pg.Client({ connectionString: servers[0]!.url });
  await client.connect();
  await client.query(`alter system set wal_level = 'logical'`);
  await client.end();
  await servers[0]!.kill();
  await servers[0]!.restart();
  [old, next] = [await openDatabase(servers[0]!), await openDatabase(servers[1]!)];
});
afterAll(async () => {
  isRunning = false;
  await service?.end();
  await Promise.all([old?.owner.end(), next?.owner.end()]);
  await Promise.all(servers.map((server) => server.stop()));
});

/** Runs each statement alone, as psql does, because a statement that commits must not be sent together with others. */
async function perform(pool: pg.Pool, name: string, role = 'application'): Promise<void> {
  const sql = (await operation(name)).replaceAll(`:'role'`, `'${role}'`).replaceAll(':role', role);
  for (const statement of sql.split(/;\n(?=set|do|create|alter|select)/)) await pool.query(statement);
}

async function differencesOf({ database: { url } }: typeof old) {
  const { database, end } = connectDatabase(url);
  try {
    return await compareWithEvents(database);
  } finally {
    await end();
  }
}

/** Waits until the new cluster has everything that was written before the call. */
async function copied(): Promise<void> {
  const { rows } = await old.owner.query('select pg_current_wal_lsn()::text as end');
  await eventually(async () => {
    const slot = await old.owner.query(
      `select confirmed_flush_lsn >= $1::pg_lsn as is_reached from pg_replication_slots where slot_name = 'move'`,
      [rows[0].end],
    );
    expect(slot.rows).toEqual([{ is_reached: true }]);
  });
}

it('a database moves to a new cluster by logical replication, and the ledger goes on', async () => {
  await old.owner.query(`do $$ begin for each in 1..${transactionsAhead} loop
    perform pg_current_xact_id(); commit; end loop; end $$`);
  service = openProcess(old.database.applicationUrl);
  let isWriting = true;
  let longestRefusalMs = 0;
  const posted: string[] = [];
  const userId = randomUUID();
  /** Retries until it succeeds, as the service's callers do. */
  const post = async (): Promise<void> => {
    const command = grantOf(userId, 2);
    const began = performance.now();
    for (; isRunning; ) {
      const isPosted = await service!.transfers
        .run(transferIdOf(command.idempotencyKey), command, { correlationId: 'move' })
        .then(() => true)
        .catch(() => false);
      if (isPosted) {
        posted.push(command.idempotencyKey);
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    longestRefusalMs = Math.max(longestRefusalMs, performance.now() - began);
  };
  for (let count = 0; count < transfersBefore; count += 1) await post();
  const writing = (async () => {
    while (isWriting && isRunning) await post();
  })();

  await perform(old.owner, 'move/publish.sql');
  await perform(next.owner, 'move/empty.sql');
  await next.owner.query(`create subscription move connection '${old.database.url}' publication move`);
  await eventually(
    async () => {
      const { rows } = await next.owner.query(`select distinct srsubstate as state from pg_subscription_rel`);
      expect(rows).toEqual([{ state: 'r' }]);
    },
    { withinMs: 120_000 },
  );

  longestRefusalMs = 0;
  await perform(old.owner, 'move/close.sql');
  await copied();
  const { rows: sequences } = await old.owner.query<{ format: string }>(await operation('move/sequences.sql'));
  for (const { format } of sequences) await next.owner.query(format);
  await next.owner.query('drop subscription move');
  const ended = service!.end();
  service = openProcess(next.database.applicationUrl);
  const before = posted.length;
  await eventually(() => expect(posted.length).toBeGreaterThan(before + 20));
  isWriting = false;
  await Promise.all([writing, ended]);
  process.stdout.write(`move by logical replication: refusals of ${Math.round(longestRefusalMs)} ms\n`);

  const booked = await next.owner.query('select count(*)::int as count from transfers');
  expect(booked.rows).toEqual([{ count: posted.length }]);
  expect(await differencesOf(next)).toEqual(await differencesOf(old));
});
