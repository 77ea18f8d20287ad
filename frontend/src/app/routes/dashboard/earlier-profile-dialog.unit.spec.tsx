import { describe, expect, it } from '@jest/globals';
import { restoredProfile } from './earlier-profile-dialog';

const photo = (_id: string, section: 'profile' | 'bank' | 'testing', placeholder?: 'profile' | 'bank') =>
  ({ _id, section, placeholder }) as Parameters<typeof restoredProfile>[1][number];

describe('the photos of an earlier profile', () => {
  it('join the planner from the bank, and the others leave it', () => {
    const photos = [photo('a', 'profile'), photo('b', 'bank'), photo('c', 'profile'), photo('d', 'bank')];
    expect(restoredProfile(['a', 'b'], photos)).toEqual({ joining: [photos[1]], leaving: [photos[2]] });
  });

  it('stay, even if one of them is away for its own assessment', () => {
    const photos = [photo('a', 'profile'), photo('b', 'testing', 'profile')];
    expect(restoredProfile(['a', 'b'], photos)).toEqual({ joining: [], leaving: [] });
  });

  it('cannot come back if one of them is deleted', () => {
    expect(restoredProfile(['a', 'gone'], [photo('a', 'bank')])).toEqual({ obstacle: 'gone' });
  });

  it.each([
    ['of them', ['a', 'b'], [photo('a', 'profile'), photo('b', 'testing', 'bank')]],
    ['of the planner', ['a'], [photo('a', 'bank'), photo('b', 'testing', 'profile')]],
  ])('cannot come back while one %s is assessed by itself', (_, photoIds, photos) => {
    expect(restoredProfile(photoIds, photos)).toEqual({ obstacle: 'assessed' });
  });
});
