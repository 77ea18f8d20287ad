import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, eventually, type TestDatabase } from '../fixtures.spec.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

async function connectionsOf(name: string): Promise<{ ageMs: number }[]> {
  const { rows } = await database.owner.query<{ ageMs: number }>(
    `select (extract(epoch from clock_timestamp() - backend_start) * 1000)::float8 as "ageMs"
       from pg_stat_activity where application_name = $1`,
    [name],
  );
  return rows;
}

/** Throws once the connection has ended. */
async function connectionAgeMs(name: string): Promise<number> {
  const [connection] = await connectionsOf(name);
  if (!connection) throw new Error(`the connection of ${name} has ended`);
  return connection.ageMs;
}

describe('an election', () => {
  it('has one leader per name, among processes and within one', async () => {
    const [first, second, name] = [database.openElection(), database.openElection(), randomUUID()];
    const leadership = await first.campaign(name);
    expect(leadership?.signal.aborted).toBe(false);
    expect([await first.campaign(name), await second.campaign(name)]).toEqual([undefined, undefined]);
    expect(await second.campaign(randomUUID())).toBeDefined();

    await leadership!.release();
    expect(leadership!.signal.aborted).toBe(true);
    expect(await second.campaign(name)).toBeDefined();
  });

  it('is lost with its connection, and can be won again', async () => {
    const [first, second, name] = [database.openElection('unlucky'), database.openElection(), randomUUID()];
    const leadership = await first.campaign(name);
    const lost = new Promise((resolve) => leadership!.signal.addEventListener('abort', resolve));
    await database.terminate('unlucky');
    await lost;
    await eventually(async () => (await second.campaign(name)) !== undefined);
    expect(await first.campaign(name)).toBeUndefined();
    await second.close();
    await eventually(async () => (await first.campaign(name)) !== undefined);
  });

  it('renews its lease while its process runs', async () => {
    const leaseMs = 2_000;
    const leadership = await database.openElection('renewing', { leaseMs }).campaign(randomUUID());
    await eventually(async () => (await connectionAgeMs('renewing')) > 1.5 * leaseMs);
    expect(leadership!.signal.aborted).toBe(false);
  });

  it('is lost by a process that is frozen for longer than its lease', async () => {
    const [leaseMs, name] = [1_000, randomUUID()];
    const [frozen, next] = [database.openElection(undefined, { leaseMs }), database.openElection()];
    const leadership = await frozen.campaign(name);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * leaseMs);
    await eventually(async () => (await next.campaign(name)) !== undefined);
    await eventually(() => leadership!.signal.aborted);
  });

  it('is over with its close, and its connection with it', async () => {
    const election = database.openElection('closing', { leaseMs: 0 });
    const leadership = await election.campaign(randomUUID());
    await election.close();
    expect(leadership!.signal.aborted).toBe(true);
    await expect(election.campaign(randomUUID())).rejects.toThrow('closed');
    await eventually(async () => (await connectionsOf('closing')).length === 0);
  });
});
