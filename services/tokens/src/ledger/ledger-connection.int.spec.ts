import { eventually, sessionUrlOf } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LedgerFixture } from './ledger.fixture.spec.js';
import { LedgerConnection } from './ledger.js';

describe('the connection of the ledger', () => {
  let fixture: LedgerFixture;
  const open: LedgerConnection[] = [];
  beforeAll(async () => {
    fixture = await LedgerFixture.start();
  });
  afterAll(async () => {
    await Promise.all(open.map((connection) => connection.end()));
    await fixture.stop();
  });

  function connect(name: string, onLost?: (error: Error) => void): LedgerConnection {
    // A busy machine may need longer to connect than the ledger's default timeout.
    const config = {
      connectionString: sessionUrlOf(fixture.applicationUrl),
      application_name: name,
      connectionTimeoutMillis: 60_000,
    };
    const connection = new LedgerConnection(config, onLost);
    open.push(connection);
    return connection;
  }
  const backend = async (connection: LedgerConnection): Promise<number> =>
    (await connection.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' })).rows[0]!.pid;
  const backends = async (name: string): Promise<number> =>
    (await fixture.owner.query('select from pg_stat_activity where application_name = $1', [name])).rowCount!;

  it('is one, whatever is asked at once, and goes on after a statement that was refused', async () => {
    const connection = connect('one');
    const [first, refused, last] = await Promise.allSettled([
      backend(connection),
      connection.query({ text: 'select 1 / 0' }),
      backend(connection),
    ]);
    expect(first).toEqual(last);
    expect(refused).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
    expect(await backends('one')).toBe(1);
  });

  it('plans a flush by its indexes, whatever the tables hold', async () => {
    const { rows } = await connect('planning').query<{ name: string; setting: string }>({
      text: `select name, setting from pg_settings where source = 'client' and (name like 'enable_%' or name like 'plan_%')
        order by name`,
    });
    expect(rows.map(({ name, setting }) => `${name} ${setting}`)).toEqual([
      'enable_bitmapscan off',
      'enable_hashjoin off',
      'enable_mergejoin off',
      'enable_seqscan off',
      'plan_cache_mode force_generic_plan',
    ]);
  });

  it('rejects what is under way when it is lost, reports it, and is made again', async () => {
    const losses: Error[] = [];
    const connection = connect('lost', (error) => losses.push(error));
    const pid = await backend(connection);
    const underWay = connection.query({ text: 'select pg_sleep(60)' });
    underWay.catch(() => undefined);
    await fixture.owner.query('select pg_terminate_backend($1)', [pid]);
    await expect(underWay).rejects.toThrow();
    await eventually(async () => expect(await backend(connection)).not.toBe(pid));
    expect(losses.length).toBeGreaterThan(0);
  });

  it('ends after the statements under way', async () => {
    const connection = connect('ending');
    await backend(connection);
    const underWay = backend(connection);
    await connection.end();
    expect(await underWay).toBeGreaterThan(0);
    await eventually(async () => expect(await backends('ending')).toBe(0));
  });
});
