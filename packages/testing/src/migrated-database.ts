import { createHash } from 'node:crypto';
import pg from 'pg';
import { createDatabase, type TestDatabase } from './database.js';

interface Migrations {
  migrations: readonly (new (...args: never[]) => { up(): unknown; getQueries(): unknown[] })[];
  runMigrations(settings: { migrationUrl: string; applicationUrl: string; migrations: any[] }): Promise<unknown>;
}

/** Any number known to all spec files: one template is made at a time. */
const TEMPLATE_LOCK = 5_207_114;

/**
 * A database of its own with the newest schema, copied from one that the first spec file of a run migrates. The cluster is
 * `TEST_POSTGRES_URL`'s.
 */
export async function migratedDatabase({ migrations, runMigrations }: Migrations): Promise<TestDatabase> {
  const template = `template_${createHash('sha256').update(migrations.map(statementsOf).join()).digest('hex').slice(0, 16)}`;
  if (!made.has(template)) await makeOnce(template, { migrations, runMigrations });
  made.add(template);
  return await createDatabase({ template });
}

/** The source text alone is the same for two migrations that send lists of statements. */
function statementsOf(Migration: Migrations['migrations'][number]): string {
  const migration = new Migration();
  migration.up();
  return [Migration, ...migration.getQueries()].map(String).join();
}

/** Templates that this process knows to be there. */
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
    // Ending the session also gives the lock back.
    await client.end();
  }
}
