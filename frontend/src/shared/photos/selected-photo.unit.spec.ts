import { describe, expect, it } from '@jest/globals';
import { addToSelection, type SelectedPhoto } from './selected-photo';

const photo = (id: string): SelectedPhoto => ({ kind: 'photo', id, photo: undefined as never });

describe('the selection', () => {
  it('takes a photo once', () => {
    expect(addToSelection([photo('a')], [photo('a'), photo('b')], 6).map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('drops what is beyond the limit', () => {
    expect(addToSelection([photo('a')], [photo('b'), photo('c')], 2).map(({ id }) => id)).toEqual(['a', 'b']);
  });
});
