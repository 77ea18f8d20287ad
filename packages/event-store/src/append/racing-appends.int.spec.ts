import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../fixtures.spec.js';
import { orderedTransactionId } from '../kernel/position-lock.js';
import { inTransaction } from '../kernel/sql-session.js';
import { orderByPositionSql, orderByTransactionSql } from '../schema.js';
import { noFaults, Race, seenTableSql } from './racing-appends.fixture.spec.js';

describe('racing appends, with connections killed', () => {
  let database: TestDatabase;
  afterEach(() => database.drop());

  async function raceUntil(race: Race, events: number): Promise<void> {
    while ((await race.count('events')) < events) {
      await delay(100);
      await race.killOne();
    }
  }

  /** Switches the order of events like the migration after a rollout: waits 200 ms for the lock, then tries again. */
  async function switchOrder(): Promise<void> {
    for (;;) {
      try {
        return await inTransaction(database.owner, async (session) => {
          await session.query(`set local lock_timeout = '200ms'`);
          for (const statement of orderByPositionSql) await session.query(statement);
        });
      } catch (error) {
        if ((error as { code?: string }).code !== '55P03') throw error;
      }
    }
  }

  it('reach followers without a gap, in order and once', async () => {
    database = await createTestDatabase([seenTableSql]);
    const race = new Race(database);
    race.start();
    // Races for longer in `npm run test:all`.
    await raceUntil(race, process.env['TEST_ALL'] ? 10_000 : 1_500);
    expect(await race.faults()).toEqual(noFaults);
  });

  it('do so while the order changes from transactions to positions', async () => {
    database = await createTestDatabase([seenTableSql, ...orderByTransactionSql]);
    const race = new Race(database);
    race.start();
    await raceUntil(race, 700);
    await switchOrder();
    await raceUntil(race, (await race.count('events')) + 700);
    expect(await race.faults()).toEqual(noFaults);
    const { rows } = await database.owner.query(
      `select count(*) > 500 as many from events group by transaction_id = '${orderedTransactionId}'`,
    );
    expect(rows).toEqual([{ many: true }, { many: true }]);
  });
});
