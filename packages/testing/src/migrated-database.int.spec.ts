import { afterAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { migratedDatabase, type TestDatabase } from './database.js';

const databases: TestDatabase[] = [];
afterAll(async () => {
  for (const database of databases) await database.drop();
});

/** Returns a migration whose source text does not contain the statement that it runs. */
function migrationOf(statement: string) {
  return class Schema {
    readonly #queries: string[] = [];
    up(): void {
      this.#queries.push(statement);
    }
    getQueries(): string[] {
      return this.#queries;
    }
  };
}

async function runMigrations({ migrationUrl, migrations }: { migrationUrl: string; migrations: any[] }): Promise<void> {
  const client = new pg.Client({ connectionString: migrationUrl });
  await client.connect();
  for (const Migration of migrations) {
    const migration = new Migration();
    migration.up();
    for (const query of migration.getQueries()) await client.query(query);
  }
  await client.end();
}

it('migrations of the same text have a database each, if their statements differ', async () => {
  for (const table of ['one', 'other']) {
    const migrations = [migrationOf(`create table ${table} ()`)];
    const database = await migratedDatabase({ migrations, runMigrations });
    databases.push(database);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query('select to_regclass($1)::text as name', [table]);
    await client.end();
    expect(rows).toEqual([{ name: table }]);
  }
});
