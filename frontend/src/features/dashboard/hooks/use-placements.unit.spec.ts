import type { Photo as PhotoRecord } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { withPlacements } from './use-placements';

const photo = (_id: string, section: PhotoRecord['section'], createdAt = `2026-01-0${_id}`) =>
  ({ _id, section, createdAt }) as PhotoRecord;
const ids = (photos: PhotoRecord[]) => photos.map(({ _id }) => _id);

describe('photos on their way', () => {
  const [one, two, three] = [photo('1', 'bank'), photo('2', 'profile'), photo('3', 'bank')];

  it('stand where they go, in the order of the section, and no longer where they come from', () => {
    const moved = [{ photo: two, to: 'bank' as const }];
    expect(ids(withPlacements([three, one], 'bank', moved))).toEqual(['3', '2', '1']);
    expect(withPlacements([two], 'profile', moved)).toEqual([]);
  });

  it('know their new section', () => {
    expect(withPlacements([], 'bank', [{ photo: two, to: 'bank' }])[0]?.section).toBe('bank');
  });

  it('stand once where the server already has them', () => {
    expect(ids(withPlacements([two, one], 'bank', [{ photo: two, to: 'bank' }]))).toEqual(['2', '1']);
  });

  it('go where the last of several moves leads', () => {
    const thereAndBack = [
      { photo: one, to: 'profile' as const },
      { photo: one, to: 'bank' as const },
    ];
    expect(ids(withPlacements([three, one], 'bank', thereAndBack))).toEqual(['3', '1']);
    expect(ids(withPlacements([two], 'profile', thereAndBack))).toEqual(['2']);
  });

  it('leave a list alone that they do not concern', () => {
    const list = [three, one];
    expect(withPlacements(list, 'bank', [])).toBe(list);
  });
});
