import { setTimeout as delay } from 'node:timers/promises';
import type { Constructor } from '@mikro-orm/core';
import { Migration, Migrator } from '@mikro-orm/migrations';
import { MikroORM, PostgreSqlDriver } from '@mikro-orm/postgresql';
import pg from 'pg';
import { grantToApplicationRole } from './application-role.js';

interface MigrationSettings {
  migrationUrl: string;
  /** URL of the application role, which is created if it is missing and receives its privileges. */
  applicationUrl: string;
  /** Migrations in order. A released migration never changes. */
  migrations: Constructor<Migration>[];
  report?: (state: string) => void;
}

/** Key of the advisory lock of a database. The number is arbitrary, but all migrating processes must use the same. */
const MIGRATION_LOCK = 7_303_014;

/** Statements queue behind a migration that waits for their table, so the migration gives up its wait after this time. */
const LOCK_TIMEOUT_MS = 2_000;
const GIVE_WAY_MS = 1_000;
/** Disables the application role's timeouts, because that role may also run the migrations. */
const UNBOUNDED = '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0';
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * A second migrating process waits for the first and then finds nothing to do. Consecutive transactional migrations share
 * one transaction. Any other migration runs alone, after all earlier ones. Returns the names of those that ran.
 */
export async function runMigrations(settings: MigrationSettings): Promise<string[]> {
  const client = new pg.Client({
    connectionString: settings.migrationUrl,
    application_name: 'migrate',
    options: UNBOUNDED,
  });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const names: string[] = [];
    for (const phase of phasesOf(settings.migrations)) names.push(...(await migrate(client, settings, phase)));
    await grantToApplicationRole(client, settings);
    return names;
  } finally {
    // The end of the session also releases the lock.
    await client.end();
  }
}

interface Phase {
  isTransactional: boolean;
  /** All migrations up to the end of this phase. Those of earlier phases have already run. */
  migrations: Constructor<Migration>[];
}

const isTransactional = (migration: Constructor<Migration>): boolean => migration.prototype.isTransactional();

function phasesOf(migrations: readonly Constructor<Migration>[]): Phase[] {
  const ends = migrations.flatMap((migration, index) => {
    const next = migrations[index + 1];
    return next && isTransactional(migration) && isTransactional(next) ? [] : [index + 1];
  });
  return ends.map((end) => ({
    isTransactional: isTransactional(migrations[end - 1]!),
    migrations: migrations.slice(0, end),
  }));
}

async function migrate(
  client: pg.Client,
  { migrationUrl, report }: MigrationSettings,
  phase: Phase,
): Promise<string[]> {
  // Statements do not queue behind a concurrent index creation, so the creation may wait for transactions without a limit.
  if (!phase.isTransactional) return await up(migrationUrl, phase, 0);
  for (;;) {
    try {
      return await up(migrationUrl, phase, LOCK_TIMEOUT_MS);
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      report?.(await longestTransaction(client));
      await delay(GIVE_WAY_MS);
    }
  }
}

/** Describes the oldest open transaction, which is most likely the one for which a migration waits. */
async function longestTransaction(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string; since: string; query: string }>(
    `select pid, application_name as name, xact_start::text as since, left(query, 200) as query from pg_stat_activity
      where datname = current_database() and xact_start is not null and pid <> pg_backend_pid() order by xact_start limit 1`,
  );
  const [one] = rows;
  if (!one) return 'waited for a lock; trying again';
  return `waits for a lock; since ${one.since} process ${one.pid} (${one.name}) has a transaction open: ${one.query}`;
}

async function up(
  clientUrl: string,
  { migrations, isTransactional: transactional }: Phase,
  lockTimeoutMs: number,
): Promise<string[]> {
  const orm = new MikroORM({
    driver: PostgreSqlDriver,
    clientUrl,
    entities: [],
    extensions: [Migrator],
    ensureDatabase: false,
    discovery: { warnWhenNoEntities: false },
    pool: { min: 0, max: 1 },
    driverOptions: { lock_timeout: lockTimeoutMs, options: UNBOUNDED },
    migrations: {
      migrationsList: migrations,
      snapshot: false,
      transactional,
      allOrNothing: transactional,
      silent: true,
    },
    logger: () => undefined,
  });
  try {
    const done = await orm.migrator.up();
    return done.map((migration) => migration.name);
  } finally {
    await orm.close(true);
  }
}

/** Runs alone, without a transaction. If an interrupted run left an invalid index, drops that first. */
export abstract class ConcurrentIndexMigration extends Migration {
  abstract readonly index: string;
  /** The text after `create index concurrently <name> on`, or after `create unique index` if `isUnique` is true. */
  abstract readonly definition: string;
  readonly isUnique: boolean = false;

  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`drop index concurrently if exists ${this.index}`);
    this.addSql(`create ${this.isUnique ? 'unique ' : ''}index concurrently ${this.index} on ${this.definition}`);
  }
}
