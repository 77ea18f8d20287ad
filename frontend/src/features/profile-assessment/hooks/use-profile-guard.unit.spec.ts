import { describe, expect, it } from '@jest/globals';
import type { ProfileRound } from '../round-state';
import { changeOf } from './use-profile-guard';

const photo = (id: string, section: string, more: object = {}) =>
  ({ _id: id, section, placeholder: section, testLimit: 0, testTimesRated: 0, ...more }) as Parameters<
    typeof changeOf
  >[0];
const round = (photoIds: string[], more: object = {}) =>
  ({
    groupId: 'round',
    running: true,
    testLimit: 4,
    testTimesRated: 1,
    photos: photoIds.map((_id) => ({ _id })),
    ...more,
  }) as ProfileRound;

const first = photo('first', 'profile');
const second = photo('second', 'profile');
const banked = photo('banked', 'bank');
const away = photo('away', 'testing', { placeholder: 'profile', testLimit: 3, testTimesRated: 1 });

describe('a photo’s move, while the profile is being assessed', () => {
  const standing = { rounds: [round(['first', 'second'])], photos: [first, second] };

  it('ends the assessment when the photo leaves or another joins, and says what comes back', () => {
    expect(changeOf(first, 'bank', standing)).toMatchObject({ empties: false, endsRound: { groupId: 'round' } });
    expect(changeOf(first, 'deleted', standing).warning).toMatch(/15 tokens back/);
    expect(changeOf(banked, 'profile', standing).warning).toMatch(/15 tokens back/);
  });

  it('ends nothing within the bank', () => {
    expect(changeOf(banked, 'deleted', standing)).toEqual({ empties: false, endsRound: undefined, warning: null });
  });

  it('ends nothing when a photo that is away for its own assessment comes back', () => {
    const withAway = { ...standing, photos: [first, second, away] };
    expect(changeOf(away, 'profile', withAway).warning).toBeNull();
  });
});

describe('the last photo of the planner', () => {
  it('ends all that runs, of the profile and of photos', () => {
    const testing = photo('testing', 'testing', { placeholder: 'bank', testLimit: 5, testTimesRated: 3 });
    const change = changeOf(first, 'bank', { rounds: [round(['first'])], photos: [first, testing] });
    expect(change.empties).toBe(true);
    expect(change.warning).toMatch(/25 tokens back/);
  });

  it('would end what runs on its way back to the bank, too, when it has only just come', () => {
    const testing = photo('testing', 'testing', { placeholder: 'bank', testLimit: 5, testTimesRated: 3 });
    const change = changeOf({ ...banked, section: 'profile' }, 'bank', { rounds: [], photos: [testing] });
    expect(change.empties).toBe(true);
    expect(change.warning).toMatch(/10 tokens back/);
  });

  it('goes without a question where nothing runs', () => {
    const change = changeOf(first, 'bank', { rounds: [round(['first'], { running: false })], photos: [first] });
    expect(change).toMatchObject({ empties: true, warning: null });
  });

  it('is not the last one while another is only away for its own assessment', () => {
    expect(changeOf(first, 'bank', { rounds: [], photos: [first, away] }).empties).toBe(false);
  });
});

describe('without a profile assessment', () => {
  it('photos come and go', () => {
    const standing = { rounds: [round(['first', 'second'], { running: false })], photos: [first, second] };
    expect(changeOf(first, 'bank', standing).warning).toBeNull();
    expect(changeOf(banked, 'profile', standing).warning).toBeNull();
  });
});
