/** @jest-environment jsdom */
import type { Photo } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { firstWeekHidden, isOver, nextOf, photosCompared, stepsOf } from './first-week';

type Standing = Parameters<typeof stepsOf>[0];
const unrated: Pick<Photo, 'fairScore'> = { fairScore: null };
const rated: Pick<Photo, 'fairScore'> = { fairScore: { score: 12, low: 10, high: 14, raters: 4 } };

const start: Standing = {
  user: { hasFirstTested: false, hasMadeFirstProfile: false },
  photos: [unrated],
  planned: 0,
  rounds: 0,
  compared: false,
};
const tested: Standing = { ...start, user: { ...start.user, hasFirstTested: true }, photos: [rated, rated] };
const planned: Standing = { ...tested, user: { hasFirstTested: true, hasMadeFirstProfile: true }, planned: 1 };

const namesOf = (standing: Standing, state: 'done' | 'possible') =>
  stepsOf(standing)
    .filter((step) => step[state])
    .map(({ name }) => name);
const next = (standing: Standing) => nextOf(stepsOf(standing))?.name;

describe('the steps of the first week', () => {
  it.each<[string, Standing, string[]]>([
    ['with one photo', start, []],
    ['with two photos', { ...start, photos: [unrated, unrated] }, ['photos']],
    ['after the first assessment', tested, ['photos']],
    ['with a photo in the planner', planned, ['photos', 'profilePhoto']],
    ['once a profile assessment was started', { ...planned, rounds: 1 }, ['photos', 'profilePhoto', 'profileComments']],
    ['once two photos were compared', { ...tested, compared: true }, ['photos', 'compare']],
    [
      'after the photos are gone again',
      { ...planned, photos: [], planned: 0, rounds: 1, compared: true },
      ['photos', 'profilePhoto', 'profileComments', 'compare'],
    ],
  ])('are done %s', (_, standing, done) => {
    expect(namesOf(standing, 'done')).toEqual(done);
  });

  it.each<[string, Standing, string[]]>([
    ['before the first assessment is complete', start, ['photos']],
    ['while the first assessment runs', { ...start, photos: [rated, rated] }, ['photos']],
    ['once the first assessment is complete', tested, ['photos', 'profilePhoto', 'compare']],
    ['with a photo in the planner', planned, ['photos', 'profilePhoto', 'profileComments', 'compare']],
    ['with an emptied planner', { ...planned, planned: 0 }, ['photos', 'profilePhoto', 'compare']],
  ])('are possible %s', (_, standing, possible) => {
    expect(namesOf(standing, 'possible')).toEqual(possible);
  });

  it('go on with the first open one that is possible', () => {
    expect(next(start)).toBe('photos');
    expect(next(tested)).toBe('profilePhoto');
    expect(next(planned)).toBe('profileComments');
  });

  it('name the first open one where none is possible, and nothing once all are done', () => {
    expect(next({ ...start, photos: [unrated, unrated] })).toBe('profilePhoto');
    expect(next({ ...planned, rounds: 1, compared: true })).toBeUndefined();
  });
});

describe('the first week', () => {
  const begin = '2026-03-07T09:00:00.000Z';
  it.each([
    [null, '2026-03-30T09:00:00.000Z', false],
    [begin, '2026-03-14T09:00:00.000Z', false],
    [begin, '2026-03-14T09:00:00.001Z', true],
  ])('that began at %s is over at %s: %s', (date, now, over) => {
    expect(isOver(date, Date.parse(now))).toBe(over);
  });

  it('keeps for each person what was hidden and compared', () => {
    firstWeekHidden.set('ann', true);
    photosCompared.set('bea', true);
    expect(['ann', 'bea'].map(firstWeekHidden.of)).toEqual([true, null]);
    expect(['ann', 'bea'].map(photosCompared.of)).toEqual([null, true]);
  });
});
