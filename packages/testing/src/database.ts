import { createHash, randomBytes } from 'node:crypto';
import type { SqlSession } from '@candid/event-store';
import pg from 'pg';
import { eventually } from './eventually.js';

export interface TestDatabase {
  url: string;
  /** URL of the application role through PgBouncer. `runMigrations` creates the role and grants its privileges. */
  applicationUrl: string;
  drop(): Promise<void>;
}

export async function createDatabase({
  clusterUrl = process.env['TEST_POSTGRES_URL'],
  template = 'template1',
}: {
  clusterUrl?: string | undefined;
  template?: string;
} = {}): Promise<TestDatabase> {
  if (!clusterUrl) throw new Error('TEST_POSTGRES_URL is missing: run through node tools/test-servers.mjs -- …');
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Copying files takes a fifth of the processor time of the default strategy, which logs each copied page.
  await serverAt(clusterUrl).query(`create database ${name} template ${template} strategy file_copy`);
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  const applicationUrl = new URL(url);
  applicationUrl.username = 'application';
  applicationUrl.password = 'application';
  return {
    url: url.href,
    applicationUrl:
      clusterUrl === process.env['TEST_POSTGRES_URL'] ? throughPgbouncer(applicationUrl) : applicationUrl.href,
    drop: () => dropDatabase(clusterUrl, name),
  };
}

/** Uses PgBouncer for the application's pools, as in production, if the tests' servers include it. */
function throughPgbouncer(url: URL): string {
  const pgbouncer = process.env['TEST_PGBOUNCER_URL'];
  return pgbouncer ? Object.assign(new URL(url), { host: new URL(pgbouncer).host }).href : url.href;
}

export function sessionUrlOf(applicationUrl: string): string {
  const [pgbouncer, cluster] = [process.env['TEST_PGBOUNCER_URL'], process.env['TEST_POSTGRES_URL']];
  const url = new URL(applicationUrl);
  if (pgbouncer && cluster && url.host === new URL(pgbouncer).host) url.host = new URL(cluster).host;
  return url.href;
}

/** Waits until closed connections have ended, because a cut-off connection makes its client emit an unhandled error. */
async function dropDatabase(clusterUrl: string, name: string): Promise<void> {
  if (clusterUrl === process.env['TEST_POSTGRES_URL']) await closeIdleConnections(name);
  const server = serverAt(clusterUrl);
  const hasLeft = async () => {
    const { rows } = await server.query('select 1 from pg_stat_activity where datname = $1 limit 1', [name]);
    if (rows.length > 0) throw new Error(`${name} is still in use`);
  };
  await eventually(hasLeft, { withinMs: 3_000 }).catch(() => undefined);
  await server.query(`drop database if exists ${name} with (force)`);
}

/** Closes the connections that PgBouncer keeps. */
async function closeIdleConnections(name: string): Promise<void> {
  const url = new URL(process.env['TEST_POSTGRES_URL']!);
  url.pathname = '/pgbouncer';
  if (process.env['TEST_PGBOUNCER_URL']) await serverAt(throughPgbouncer(url)).query(`reconnect ${name}`);
}

const servers = new Map<string, pg.Pool>();

/** The superuser's pool. All spec files of a process share the pool, because each new connection costs a handshake. */
function serverAt(url: string): pg.Pool {
  const known = servers.get(url);
  if (known) return known;
  const pool = new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true });
  // Ignores the error of a connection to a server that a spec has killed.
  pool.on('error', () => undefined);
  servers.set(url, pool);
  return pool;
}

export interface Migrations {
  migrations: readonly (new (...args: never[]) => { up(): unknown; getQueries(): unknown[] })[];
  runMigrations(settings: { migrationUrl: string; applicationUrl: string; migrations: any[] }): Promise<unknown>;
}

/** Key of the lock that lets only one spec file create the template at a time. */
const TEMPLATE_LOCK = 5_207_114;

/** Copies a template database of the cluster in `TEST_POSTGRES_URL`. The first spec file of a run migrates it. */
export async function migratedDatabase({ migrations, runMigrations }: Migrations): Promise<TestDatabase> {
  const template = `template_${createHash('sha256').update(migrations.map(statementsOf).join()).digest('hex').slice(0, 16)}`;
  if (!made.has(template)) await makeOnce(template, { migrations, runMigrations });
  made.add(template);
  return await createDatabase({ template });
}

/** Returns a migration's source text and statements: the same source text may run different statements. */
function statementsOf(Migration: Migrations['migrations'][number]): string {
  const migration = new Migration();
  migration.up();
  return [Migration, ...migration.getQueries()].map(String).join();
}

const made = new Set<string>();

async function makeOnce(template: string, { migrations, runMigrations }: Migrations): Promise<void> {
  const client = new pg.Client({ connectionString: process.env['TEST_POSTGRES_URL'] });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const known = await client.query('select from pg_database where datname = $1', [template]);
    if (known.rowCount !== 0) return;
    const { url: migrationUrl, applicationUrl } = await createDatabase();
    await runMigrations({ migrationUrl, applicationUrl, migrations: [...migrations] });
    await client.query(`alter database ${new URL(migrationUrl).pathname.slice(1)} rename to ${template}`);
  } finally {
    // Ends the session, which also releases the lock.
    await client.end();
  }
}

export async function storedRows(session: SqlSession): Promise<{ table: string; text: string }[]> {
  const tables = await session.query<{ table: string }>(
    `select quote_ident(table_name) as table from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const rows = [];
  for (const { table } of tables) {
    const texts = await session.query<{ text: string }>(`select t::text as text from ${table} t`);
    rows.push(...texts.map(({ text }) => ({ table, text })));
  }
  return rows;
}

export async function tablesNaming(session: SqlSession, text: string): Promise<string[]> {
  const rows = (await storedRows(session)).filter((row) => row.text.includes(text));
  return [...new Set(rows.map(({ table }) => table))];
}
