import { eventStoreSchemaSql, inboxReachSql } from '@candid/event-store';
import { createDatabase, migratedDatabase, type TestDatabase } from '@candid/testing';
import { Migration } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { Database } from './database.js';
import { ormOptions } from './orm-options.js';
import { runMigrations } from './run-migrations.js';

export class EventStoreMigration extends Migration {
  override name = 'Migration001EventStore';
  override up(): void {
    for (const statement of [...eventStoreSchemaSql(), ...inboxReachSql]) this.addSql(statement);
  }
}

export class EffectsMigration extends Migration {
  override name = 'Migration002Effects';
  override up(): void {
    this.addSql('create table effects (id bigint generated always as identity, note text not null)');
  }
}

const migrations = [EventStoreMigration, EffectsMigration];

/** A service's database, copied from a template, with the application role's ORM and `Database` but no timeouts. */
export async function serviceDatabase() {
  return withOrm(await migratedDatabase({ migrations, runMigrations }));
}

/** A database that is migrated, not copied: it has the application role's timeouts, and may be on any cluster. */
export async function boundedServiceDatabase(clusterUrl?: string) {
  const database = await createDatabase({ clusterUrl });
  await runMigrations({ migrationUrl: database.url, applicationUrl: database.applicationUrl, migrations });
  return withOrm(database);
}

function withOrm(database: TestDatabase) {
  const orm = new MikroORM(ormOptions({ url: database.applicationUrl, entities: [] }));
  const select = (sql: string): Promise<any[]> => orm.em.fork().getConnection().execute(sql);
  return {
    ...database,
    orm,
    own: new Database(orm),
    select,
    notes: async (): Promise<string[]> =>
      (await select('select note from effects order by id')).map(({ note }) => note as string),
    close: async (): Promise<void> => {
      await orm.close(true);
      await database.drop();
    },
  };
}

export type ServiceDatabase = ReturnType<typeof withOrm>;
