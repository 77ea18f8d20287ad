import type { Catalogue, CommentTriple } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { commentDifferences } from './photo-pair';

const phrase = (phraseId: number, isScale = true) => ({
  phraseId,
  phrase: `Phrase ${phraseId}`,
  left: 'Low',
  right: 'High',
  isScale,
  isHalf: null,
  doubleNeg: false,
  badText: '',
  goodText: '',
  parentPhraseId: null,
});
const catalogue: Catalogue = [{ id: 1, section: 'Face', quality: [phrase(1), phrase(2), phrase(3, false)] }];
const said = (phraseId: number, ...scores: number[]): CommentTriple[] => scores.map((score) => [1, phraseId, score]);
const found = (one: CommentTriple[], other: CommentTriple[]) =>
  commentDifferences(one, other, catalogue).map(({ phraseId, sayings }) => [
    phraseId,
    ...sayings.map((saying) => saying && [saying.reading.label, saying.times]),
  ]);

describe('the comparison of comments on two photos', () => {
  it('sets the ends of a scale against each other', () => {
    expect(found(said(1, 18, 16), said(1, 4))).toEqual([[1, ['High', 2], ['Low', 1]]]);
  });

  it('names what leans to neither end where the other is far stronger, and leaves out what is alike', () => {
    expect(found(said(1, 19), said(1, 12))).toEqual([[1, ['High', 1], ['Low / High', 1]]]);
    expect(found(said(1, 14), said(1, 12))).toEqual([]);
  });

  it('names what more than one said of one photo only', () => {
    expect(found(said(3, 20, 20), [])).toEqual([[3, ['Phrase 3', 2], null]]);
    expect(found([], said(3, 20))).toEqual([]);
  });

  it('puts the plainest difference first and leaves out phrases that are gone', () => {
    const one = [...said(1, 14), ...said(2, 20, 20), ...said(99, 1, 1)];
    expect(found(one, [...said(1, 8), ...said(2, 2)]).map(([id]) => id)).toEqual([2, 1]);
  });

  it('leaves out what one said at each end of one photo only', () => {
    expect(found(said(1, 20, 1), [])).toEqual([]);
  });

  it('says that opinions differ about one photo', () => {
    expect(found(said(1, 20, 20, 1, 1), said(1, 2))).toEqual([[1, ['Low / High', 4], ['Low', 1]]]);
  });

  it('counts those who chose the end that is shown', () => {
    const [difference] = commentDifferences(said(1, 18, 16, 4), said(1, 2), catalogue);
    expect(difference?.sayings.map((saying) => saying && [saying.times, saying.of])).toEqual([
      [2, 3],
      [1, 1],
    ]);
  });
});
