import { describe, expect, it } from '@jest/globals';
import { expectedBy, expectedLine } from './expected';

const now = new Date(2026, 10, 30, 18, 0).getTime();
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
const photo = (testTimesRated: number, testLimit = 4, _id = 'photo') => ({ _id, testTimesRated, testLimit }) as never;
const expected = (next: number, all: number, { isMeasured = true, photoId = 'photo' } = {}) =>
  ({ photoId, nextAt: at(next), allAt: at(all), isMeasured }) as never;
const comfort = 'The assessment goes on, and nothing is lost.';

describe('the sentence about running photos', () => {
  it.each([
    ['gives the first and all ratings', 0, expected(10, 38), 'First rating in about 10 min, all by about 18:40'],
    ['gives the next rating once there is one', 1, expected(7, 27), 'Next rating in about 7 min, all by about 18:30'],
    ['gives only the last rating where no other is missing', 3, expected(12, 12), 'Last rating in about 15 min'],
    [
      'comforts where a rating is late',
      1,
      expected(-3, 20),
      `Next rating is later than usual, all by about 18:20. ${comfort}`,
    ],
    ['gives no time that has passed', 1, expected(-30, -10), `Next rating is later than usual. ${comfort}`],
    [
      'compares a late rating with the plan where nothing has been measured',
      1,
      expected(-30, -10, { isMeasured: false }),
      `Next rating is later than planned. ${comfort}`,
    ],
    [
      'names the day where it is another',
      0,
      expected(90, 480),
      'First rating in about 1 hr 30 min, all by about 01/12/26 • 02:00',
    ],
    [
      'calls a time a plan where nothing has been measured',
      0,
      expected(10, 40, { isMeasured: false }),
      'First rating in about 10 min, all by about 18:40, if all goes to plan',
    ],
  ])('%s', (_, rated, one, line) => {
    expect(expectedLine([photo(rated)], [one], now)).toBe(line);
  });

  it('is missing for a photo of which the server expects nothing', () => {
    expect(expectedLine([photo(0)], [expected(5, 9, { photoId: 'other' })], now)).toBeUndefined();
  });

  it('gives the soonest and the last rating of several photos', () => {
    const both = [expected(20, 25), expected(10, 38, { photoId: 'other' })];
    const none = [photo(0), photo(0, 4, 'other'), photo(1, 4, 'held')];
    expect(expectedLine(none, both, now)).toBe('First rating in about 10 min, all by about 18:40');
    expect(expectedLine([photo(3), photo(0, 4, 'other')], both, now)).toBe(
      'Next rating in about 10 min, all by about 18:40',
    );
  });
});

describe('the end of several photos', () => {
  it('is that of the last one among them', () => {
    const both = [expected(5, 20), expected(5, 50, { photoId: 'other' })];
    expect(expectedBy([photo(0), photo(0, 4, 'other')], both, now)).toBe('by about 18:50');
    expect(expectedBy([photo(0)], both, now)).toBe('by about 18:20');
    expect(expectedBy([photo(0, 4, 'third')], both, now)).toBeUndefined();
    expect(expectedBy([photo(0)], [expected(-9, -5)], now)).toBe('later than usual');
    expect(expectedBy([photo(0)], [expected(-9, -5, { isMeasured: false })], now)).toBe('later than planned');
  });
});
