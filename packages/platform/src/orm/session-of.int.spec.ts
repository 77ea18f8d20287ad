import { type SqlSession, together } from '@candid/event-store';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { ormOptions } from './orm-options.js';
import { type ServiceDatabase, serviceDatabase } from './service-database.fixture.spec.js';
import { inTransaction, readSessionOf, sessionOf } from './session-of.js';

describe('the ORM’s transaction as a session', () => {
  let database: ServiceDatabase;
  beforeAll(async () => {
    database = await serviceDatabase();
  });
  afterAll(() => database.close());

  const insert = 'insert into effects (note) values ($1)';

  it('commits what plain SQL did with what the entity manager did', async () => {
    const seen = await inTransaction(database.orm, async ({ em, session }) => {
      await session.query(insert, ['kept']);
      return em.execute('select note from effects');
    });
    expect(seen).toEqual([{ note: 'kept' }]);
    expect(await database.notes()).toEqual(['kept']);
  });

  it('undoes what plain SQL did when the work fails', async () => {
    const work = inTransaction(database.orm, async ({ session }) => {
      await session.query(insert, ['undone']);
      throw new Error('after all');
    });
    await expect(work).rejects.toThrow('after all');
    expect(await database.notes()).not.toContain('undone');
  });

  it('takes question marks and quotes as they are', async () => {
    const sql = `select $1::text as note, '{"a":1}'::jsonb ? 'a' as has, '?' as mark`;
    const rows = await readSessionOf(database.orm).query(sql, ["it's a $1 ?"]);
    expect(rows).toEqual([{ note: "it's a $1 ?", has: true, mark: '?' }]);
  });

  it('refuses to be a session outside a transaction', () => {
    expect(() => sessionOf(database.orm.em.fork())).toThrow('inside a transaction');
  });

  it('sends statements in the order they were asked for, each seeing what the ones before it did', async () => {
    const counts = await inTransaction(database.orm, ({ em, session }) =>
      together(
        session.query(insert, ['first']),
        sessionOf(em).query<{ count: number }>(`select count(*)::int as count from effects where note = 'first'`),
        session.query(insert, ['first']),
        em.execute<{ count: number }[]>(`select count(*)::int as count from effects where note = 'first'`),
      ),
    );
    expect(counts).toEqual([[], [{ count: 1 }], [], [{ count: 2 }]]);
  });

  it('ends what is under way before it rolls back for what failed, and does nothing afterwards', async () => {
    let late: SqlSession | undefined;
    const work = inTransaction(database.orm, ({ session }) => {
      late = session;
      const twice = session.query(insert, ['too early']).then(() => session.query(insert, ['too late']));
      return together(twice, session.query('select 1 / 0'), session.query(insert, ['never']));
    });
    await expect(work).rejects.toThrow('division by zero');
    await expect(late!.query(insert, ['never'])).rejects.toThrow('has ended');
    expect(await database.notes()).toEqual(expect.not.arrayContaining(['too early', 'too late', 'never']));
  });

  it('loses no place in the pool with a connection that ends inside a transaction', async () => {
    const orm = new MikroORM(ormOptions({ url: database.applicationUrl, entities: [], poolMax: 1 }));
    for (let round = 0; round < 3; round += 1) {
      const lost = inTransaction(orm, ({ session }) => session.query('select pg_terminate_backend(pg_backend_pid())'));
      await expect(lost).rejects.toThrow();
    }
    expect(await readSessionOf(orm).query('select 1 as alive')).toEqual([{ alive: 1 }]);
    await orm.close(true);
  });
});
