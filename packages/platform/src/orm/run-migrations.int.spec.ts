import { createDatabase, type TestDatabase } from '@candid/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Migration } from '@mikro-orm/migrations';
import pg from 'pg';
import { runMigrations } from './run-migrations.js';
import { EffectsMigration, EventStoreMigration } from './service-database.fixture.spec.js';

class BrokenMigration extends Migration {
  override name = 'Migration003Broken';
  override up(): void {
    this.addSql('create table half_done (id int)');
    this.addSql('select * from not_there');
  }
}

describe('runMigrations', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createDatabase();
  });
  afterEach(() => database.drop());

  const run = (...migrations: (new (...args: any[]) => Migration)[]) =>
    runMigrations({ migrationUrl: database.url, applicationUrl: database.applicationUrl, migrations });

  async function as(url: string, ...statements: string[]): Promise<pg.QueryResult> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      let last!: pg.QueryResult;
      for (const statement of statements) last = await client.query(statement);
      return last;
    } finally {
      await client.end();
    }
  }

  it('runs what is pending, once', async () => {
    expect(await run(EventStoreMigration)).toEqual(['Migration001EventStore']);
    expect(await run(EventStoreMigration, EffectsMigration)).toEqual(['Migration002Effects']);
    expect(await run(EventStoreMigration, EffectsMigration)).toEqual([]);
  });

  it('lets several processes migrate at once, of which one does the work', async () => {
    const results = await Promise.all([1, 2, 3, 4].map(() => run(EventStoreMigration, EffectsMigration)));
    expect(results.flat().sort()).toEqual(['Migration001EventStore', 'Migration002Effects']);
  });

  it('leaves the database as it was where a migration fails', async () => {
    await expect(run(EffectsMigration, BrokenMigration)).rejects.toThrow('not_there');
    const tables = await as(database.url, "select to_regclass('effects') as effects, to_regclass('half_done') as half");
    expect(tables.rows[0]).toEqual({ effects: null, half: null });
    expect(await run(EffectsMigration)).toEqual(['Migration002Effects']);
  });

  it('gives the application role the tables but not the schema', async () => {
    await run(EventStoreMigration, EffectsMigration);
    const url = database.applicationUrl;
    await as(url, "insert into effects (note) values ('x')", "update effects set note = 'y'", 'delete from effects');
    await expect(as(url, 'create table own (id int)')).rejects.toMatchObject({ code: '42501' });
    await expect(as(url, 'drop table effects')).rejects.toMatchObject({ code: '42501' });
  });

  it('lets the application role only insert and read events', async () => {
    await run(EventStoreMigration);
    const url = database.applicationUrl;
    expect((await as(url, 'select count(*)::int as count from events')).rows[0]).toEqual({ count: 0 });
    for (const statement of ["update events set type = 'x'", 'delete from events', 'truncate events']) {
      await expect(as(url, statement)).rejects.toMatchObject({ code: '42501' });
      await expect(as(database.url, statement)).rejects.toMatchObject({ code: '23001' });
    }
  });
});
