import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, eventually, type TestDatabase } from './fixtures.spec.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

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

  it('is over with its close', async () => {
    const election = database.openElection();
    const leadership = await election.campaign(randomUUID());
    await election.close();
    expect(leadership!.signal.aborted).toBe(true);
    await expect(election.campaign(randomUUID())).rejects.toThrow('closed');
  });
});
