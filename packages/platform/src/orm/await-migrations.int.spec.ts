import { createDatabase, eventually, type TestDatabase } from '@candid/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { awaitMigrations } from './await-migrations.js';
import { runMigrations } from './run-migrations.js';
import { EffectsMigration, EventStoreMigration } from './service-database.fixture.spec.js';

describe('awaitMigrations', () => {
  let database: TestDatabase;
  const giveUp = new AbortController();
  beforeEach(async () => {
    database = await createDatabase();
  });
  afterEach(() => database.drop());

  const run = (...migrations: (typeof EffectsMigration)[]) =>
    runMigrations({ migrationUrl: database.url, applicationUrl: database.applicationUrl, migrations });

  function wait(...migrations: (typeof EffectsMigration)[]) {
    const states: string[] = [];
    const report = (state: string) => void states.push(state);
    const { signal } = giveUp;
    return { states, ended: awaitMigrations({ url: database.applicationUrl, migrations, report, pollMs: 10, signal }) };
  }

  it('ends at once where the schema is there, or is newer', async () => {
    await run(EventStoreMigration, EffectsMigration);
    const { states, ended } = wait(EventStoreMigration);
    await ended;
    expect(states).toEqual([]);
  });

  it('waits for an empty database, then for each migration, and names what is missing once', async () => {
    const { states, ended } = wait(EventStoreMigration, EffectsMigration);
    await eventually(() =>
      Promise.resolve(expect(states).toEqual([expect.stringContaining('waiting for the database')])),
    );
    await run(EventStoreMigration);
    await eventually(() => Promise.resolve(expect(states.at(-1)).toBe('waiting for Migration002Effects')));
    await run(EventStoreMigration, EffectsMigration);
    await ended;
    expect(new Set(states).size).toBe(states.length);
  });
});
