import { type SqlSession, sessionOfClient, together } from '@candid/event-store';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { Database, sessionOf } from './database.js';
import { ormOptions } from './orm-options.js';
import { type ServiceDatabase, serviceDatabase } from './service-database.fixture.spec.js';

describe('Database', () => {
  let database: ServiceDatabase;
  let own: Database;
  beforeAll(async () => {
    database = await serviceDatabase();
    own = database.own;
  });
  afterAll(() => database.close());

  const insert = 'insert into effects (note) values ($1)';

  it('commits what plain SQL did with what the entity manager did', async () => {
    const seen = await own.transaction(async ({ em, session }) => {
      await session.query(insert, ['kept']);
      return em.execute('select note from effects');
    });
    expect(seen).toEqual([{ note: 'kept' }]);
    expect(await database.notes()).toEqual(['kept']);
  });

  it('undoes what plain SQL did when the work fails', async () => {
    const work = own.transaction(async ({ session }) => {
      await session.query(insert, ['undone']);
      throw new Error('after all');
    });
    await expect(work).rejects.toThrow('after all');
    expect(await database.notes()).not.toContain('undone');
  });

  it('takes question marks and quotes as they are', async () => {
    const sql = `select $1::text as note, '{"a":1}'::jsonb ? 'a' as has, '?' as mark`;
    const rows = await own.query(sql, ["it's a $1 ?"]);
    expect(rows).toEqual([{ note: "it's a $1 ?", has: true, mark: '?' }]);
  });

  it('gives no session of an entity manager outside a transaction', () => {
    expect(() => sessionOf(database.orm.em.fork())).toThrow('inside a transaction');
  });

  it('sends statements in the order they were asked for, each seeing what the ones before it did', async () => {
    const counts = await own.transaction(({ em, session }) =>
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
    const work = own.transaction(({ session }) => {
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
    const bounded = new Database(orm);
    for (let round = 0; round < 3; round += 1) {
      const lost = bounded.transaction(({ session }) => session.query('select pg_terminate_backend(pg_backend_pid())'));
      await expect(lost).rejects.toThrow();
    }
    expect(await bounded.query('select 1 as alive')).toEqual([{ alive: 1 }]);
    await orm.close(true);
  });

  it('converts values like the event store’s pool', async () => {
    const sql = `select '2026-01-02 03:04:05.678901+00'::timestamptz as moment, null::timestamptz as never,
      array['2026-01-02 03:04:05+00']::timestamptz[] as moments, '2026-01-02'::date as day, '2026-01-02'::date::text as "dayText",
      9007199254740993::bigint as large, array[1, 2]::bigint[] as larges, 1.50::numeric as exact, 7::int as count, 0.5::float8 as share,
      true as "isSo", '{"a":[1]}'::jsonb as document, array['a', 'b'] as words, $1::uuid as id, array[$1::uuid] as ids`;
    const id = '0190a5b8-0000-7000-8000-000000000001';
    const pool = new pg.Pool({ connectionString: database.applicationUrl, max: 1 });
    const rows = await Promise.all([
      own.query(sql, [id]),
      own.transaction(({ session }) => session.query(sql, [id])),
      own.transaction(({ em }) => em.execute<object[]>(sql.replaceAll('$1', `'${id}'`))),
      sessionOfClient(pool).query(sql, [id]),
    ]);
    await pool.end();
    const row = {
      moment: new Date('2026-01-02T03:04:05.678Z'),
      never: null,
      moments: [new Date('2026-01-02T03:04:05Z')],
      // A `date` becomes midnight in the time zone of the process, so a day should be read as text.
      day: new Date(2026, 0, 2),
      dayText: '2026-01-02',
      large: '9007199254740993',
      larges: ['1', '2'],
      exact: '1.50',
      count: 7,
      share: 0.5,
      isSo: true,
      document: { a: [1] },
      words: ['a', 'b'],
      id,
      ids: [id],
    };
    expect(rows).toEqual([[row], [row], [row], [row]]);
  });
});
