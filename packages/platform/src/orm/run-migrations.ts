import type { Constructor } from '@mikro-orm/core';
import { type Migration, Migrator } from '@mikro-orm/migrations';
import { MikroORM, PostgreSqlDriver } from '@mikro-orm/postgresql';
import pg from 'pg';
import { grantToApplicationRole } from './application-role.js';

export interface MigrationSettings {
  /** Of the owner of the schema. */
  migrationUrl: string;
  /** Of the application role, which is made if it is not there and given what it needs. */
  applicationUrl: string;
  /** In order; a released migration never changes. */
  migrations: Constructor<Migration>[];
}

/** Any number known to all migrating processes: one advisory lock per database. */
const MIGRATION_LOCK = 7_303_014;

/**
 * Brings the database to the newest schema. Two processes may do it at once: the second waits for the first and then
 * finds nothing to do. All pending migrations and nothing, or none: they share one transaction.
 * @returns the names of the migrations that ran
 */
export async function runMigrations(settings: MigrationSettings): Promise<string[]> {
  const client = new pg.Client({ connectionString: settings.migrationUrl, application_name: 'migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const names = await migrate(settings);
    await grantToApplicationRole(client, settings);
    return names;
  } finally {
    // Ending the session also gives the lock back.
    await client.end();
  }
}

async function migrate({ migrationUrl, migrations }: MigrationSettings): Promise<string[]> {
  const orm = new MikroORM({
    driver: PostgreSqlDriver,
    clientUrl: migrationUrl,
    entities: [],
    extensions: [Migrator],
    ensureDatabase: false,
    discovery: { warnWhenNoEntities: false },
    pool: { min: 0, max: 1 },
    migrations: { migrationsList: migrations, snapshot: false, transactional: true, allOrNothing: true, silent: true },
    logger: () => undefined,
  });
  try {
    const done = await orm.migrator.up();
    return done.map((migration) => migration.name);
  } finally {
    await orm.close(true);
  }
}
