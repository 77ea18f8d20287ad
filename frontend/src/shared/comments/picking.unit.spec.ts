import type { CataloguePhrase } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { mayPick, pick, unpick } from './picking';

const phrase = (phraseId: number, parentPhraseId: number | null = null): CataloguePhrase => ({
  phraseId,
  phrase: `Phrase ${phraseId}`,
  left: '',
  right: '',
  isScale: true,
  isHalf: null,
  doubleNeg: false,
  badText: '',
  goodText: '',
  parentPhraseId,
});
const [eyes, glasses, smile, light] = [phrase(3), phrase(7, 3), phrase(2), phrase(4)];
const phrases = [eyes, glasses, smile, light];

describe('picking comments', () => {
  it('adds a phrase with its score', () => {
    expect(pick([], 1, smile, 15, 3)).toEqual([[1, 2, 15]]);
  });

  it('changes the score of one that is picked, in its place', () => {
    expect(
      pick(
        [
          [1, 2, 15],
          [1, 3, 4],
        ],
        1,
        smile,
        8,
        3,
      ),
    ).toEqual([
      [1, 2, 8],
      [1, 3, 4],
    ]);
  });

  it('takes no fourth', () => {
    const full = pick(pick(pick([], 1, eyes, 5, 3), 1, glasses, 1, 3), 1, smile, 12, 3);
    expect(pick(full, 1, light, 12, 3)).toBe(full);
  });

  it('still changes a picked one when full', () => {
    expect(
      mayPick(
        [
          [1, 2, 9],
          [1, 3, 9],
          [1, 7, 1],
        ],
        smile,
        3,
      ),
    ).toBe(true);
  });

  it('offers a child only with its parent', () => {
    expect(mayPick([], glasses, 3)).toBe(false);
    expect(mayPick([[1, 3, 4]], glasses, 3)).toBe(true);
  });

  it('takes the children away with their parent', () => {
    expect(
      unpick(
        [
          [1, 3, 4],
          [1, 7, 1],
          [1, 2, 15],
        ],
        3,
        phrases,
      ),
    ).toEqual([[1, 2, 15]]);
  });
});
