import { describe, expect, it } from '@jest/globals';
import { simulateWeek, weeks } from './simulate-audience-first.js';

/** `npm run test:all` uses more seeds. */
const seeds = process.env['TEST_ALL'] ? [1, 2, 3] : [1];

describe('a week in which a third of all assessments go to their audience first', () => {
  const busy = weeks.filter(
    ({ startsPerHour, testLimit, ratingsPerHour }) => startsPerHour * testLimit >= ratingsPerHour,
  );

  it.each(busy)(
    'at least doubles the share of an audience of $audienceShare, where assessments wait for assessors',
    (week) => {
      for (const seed of seeds) {
        const [without, offered] = [simulateWeek(week, false, seed), simulateWeek(week, true, seed)];
        expect(offered.audienceShare / without.audienceShare).toBeGreaterThan(2);
      }
    },
  );

  it.each(weeks)('delays completion by a quarter at most, and lets none starve: %p', (week) => {
    for (const seed of seeds) {
      const [without, offered] = [simulateWeek(week, false, seed), simulateWeek(week, true, seed)];
      expect(offered.firstMinutes / without.firstMinutes).toBeLessThan(1.25);
      expect(offered.otherMinutes / without.otherMinutes).toBeLessThan(1.25);
      expect(offered.unfinished).toBeLessThanOrEqual(without.unfinished);
    }
  });

  it.each(weeks)('gives an assessor of the audience hardly more to rate than another: %p', (week) => {
    const { audienceRatings, otherRatings } = simulateWeek(week, true);
    expect(audienceRatings / otherRatings).toBeLessThan(1.15);
  });
});
