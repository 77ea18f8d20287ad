import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../fixtures.spec.js';
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

  it('reach followers without a gap, in order and once', async () => {
    database = await createTestDatabase([seenTableSql]);
    const race = new Race(database);
    race.start();
    // Races for longer in `npm run test:all`.
    await raceUntil(race, process.env['TEST_ALL'] ? 10_000 : 1_500);
    expect(await race.faults()).toEqual(noFaults);
  });
});
