import { createDatabase, eventually, type TestDatabase } from '@candid/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Migration } from '@mikro-orm/migrations';
import pg from 'pg';
import { ConcurrentIndexMigration, runMigrations } from './run-migrations.js';
import { EffectsMigration, EventStoreMigration } from './service-database.fixture.spec.js';

class BrokenMigration extends Migration {
  override name = 'Migration003Broken';
  override up(): void {
    this.addSql('create table half_done (id int)');
    this.addSql('select * from not_there');
  }
}

class ColumnMigration extends Migration {
  override name = 'Migration003Column';
  override up(): void {
    this.addSql('alter table effects add column kind text');
  }
}

class IndexMigration extends ConcurrentIndexMigration {
  override name = 'Migration004Index';
  readonly index = 'effects_note';
  readonly definition = 'effects (note)';
}

class LastMigration extends Migration {
  override name = 'Migration005Last';
  override up(): void {
    this.addSql('create table last (id int)');
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

  /** Opens a transaction that `end` commits. */
  async function transactionOn(statement: string): Promise<{ end(): Promise<void> }> {
    const client = new pg.Client({ connectionString: database.url, application_name: 'holder' });
    await client.connect();
    await client.query('begin');
    await client.query(statement);
    return { end: async () => void (await client.query('commit').finally(() => client.end())) };
  }

  it('lets others pass while it waits for a lock, says who has it, and goes on when it is given back', async () => {
    await run(EventStoreMigration, EffectsMigration);
    const holder = await transactionOn('select count(*) from effects');
    const states: string[] = [];
    const ended = runMigrations({
      migrationUrl: database.url,
      applicationUrl: database.applicationUrl,
      migrations: [EventStoreMigration, EffectsMigration, ColumnMigration],
      report: (state) => states.push(state),
    });
    // The rejection of `ended` is awaited below, unless an expectation fails first.
    ended.catch(() => undefined);
    await eventually(() => Promise.resolve(expect(states.at(-1)).toContain('(holder) has a transaction open')));
    // This query would wait for ever behind a migration that keeps waiting for its lock.
    expect((await as(database.url, 'select note from effects')).rows).toEqual([]);
    await holder.end();
    expect(await ended).toEqual(['Migration003Column']);
  });

  it('makes an index outside transactions, between those before and after it', async () => {
    const names = await run(EventStoreMigration, EffectsMigration, ColumnMigration, IndexMigration, LastMigration);
    expect(names.map((name) => name.slice(0, 12))).toEqual([
      'Migration001',
      'Migration002',
      'Migration003',
      'Migration004',
      'Migration005',
    ]);
    expect(await isValid()).toBe(true);
    expect(await run(EventStoreMigration, EffectsMigration, ColumnMigration, IndexMigration, LastMigration)).toEqual(
      [],
    );
  });

  const isValid = async (): Promise<boolean | undefined> =>
    (await as(database.url, "select indisvalid from pg_index where indexrelid = to_regclass('effects_note')")).rows[0]
      ?.indisvalid;

  it('makes an index again of which a run that was cut off has left a part', async () => {
    await run(EventStoreMigration, EffectsMigration);
    // The creation of the index has to wait for this transaction of a writer.
    const writer = await transactionOn("insert into effects (note) values ('x')");
    const ended = expect(run(EventStoreMigration, EffectsMigration, IndexMigration)).rejects.toThrow();
    await eventually(async () => expect(await isValid()).toBe(false));
    await as(
      database.url,
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'create index concurrently effects_note%'",
    );
    await ended;
    expect(await isValid()).toBe(false);
    await writer.end();
    expect(await run(EventStoreMigration, EffectsMigration, IndexMigration)).toEqual(['Migration004Index']);
    expect(await isValid()).toBe(true);
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
