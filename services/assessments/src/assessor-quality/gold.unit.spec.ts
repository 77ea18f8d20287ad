import { specify } from '@candid/event-store';
import { describe, expect, it } from '@jest/globals';
import { amongOthers, gapBefore, goldPairStreams, nextPair, tieOf } from './gold.js';

const assessors = Array.from({ length: 400 }, (_, assessor) => `assessor-${assessor}`);

const pairs = ['a', 'b', 'c'].map((goldId) => ({
  goldId,
  ownerId: 'house',
  finePhotoId: 'fine',
  badPhotoId: 'bad',
  registeredAt: '',
}));

describe('pairs with an obvious answer', () => {
  it('are one photo assessment in about twelve, at no fixed place', () => {
    const gaps = assessors.flatMap((assessor) => [gapBefore(assessor, 0, 'secret'), gapBefore(assessor, 1, 'secret')]);
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    expect(Math.abs(mean - 11)).toBeLessThan(0.5);
    expect([Math.min(...gaps), Math.max(...gaps)]).toEqual([6, 16]);
    expect(gapBefore('assessor', 3, 'one')).toBe(gapBefore('assessor', 3, 'one'));
    expect(assessors.map((assessor) => gapBefore(assessor, 0, 'one'))).not.toEqual(
      assessors.map((assessor) => gapBefore(assessor, 0, 'another')),
    );
  });

  it('come in an order of each assessor’s own, and never to their owner', () => {
    const firsts = assessors.map((assessor) => nextPair(assessor, pairs)?.goldId);
    expect(new Set(firsts)).toEqual(new Set(['a', 'b', 'c']));
    expect(nextPair('assessor', pairs.toReversed())).toEqual(nextPair('assessor', pairs));
    expect(nextPair('assessor', pairs.slice(0, 1))?.goldId).toBe('a');
    expect(nextPair('house', pairs)).toBeUndefined();
    expect(nextPair('assessor', [])).toBeUndefined();
  });
});

describe('a pair that is registered', () => {
  const [pair] = pairs;
  const register = { type: 'RegisterGoldPair', ...pair! } as const;

  it('is registered once', () => {
    const registered = { type: 'GoldPairRegistered', data: pair! } as const;
    specify(goldPairStreams)([]).when(register).then([registered]);
    specify(goldPairStreams)([registered]).when(register).then([]);
  });
});

describe('a pair among the people of a page', () => {
  const entryOf = (groupRank: number, servedShare: number, waitingSince: number) => ({
    turn: { groupRank, servedShare, waitingSince },
  });
  const [early, middle, late] = [entryOf(1, 0.2, 50), entryOf(1, 0.5, 50), entryOf(2, 0.1, 10)];
  const page = [early, middle, late];
  const placeOf = (gold: (typeof page)[number], bounds = { entriesMax: 10, isLast: false }) =>
    amongOthers(gold, page, bounds).indexOf(gold);

  it('has its turn by group, then by how little it is served, then by how long it waits', () => {
    expect(placeOf(entryOf(0, 0.9, 90))).toBe(0);
    expect(placeOf(entryOf(1, 0.1, 90))).toBe(0);
    expect(placeOf(entryOf(1, 0.2, 49))).toBe(0);
    expect(placeOf(entryOf(1, 0.2, 50))).toBe(1);
    expect(placeOf(entryOf(1, 0.3, 0))).toBe(1);
    expect(placeOf(entryOf(1, 0.9, 0))).toBe(2);
    expect(amongOthers(entryOf(1, 0.3, 0), page, { entriesMax: 10, isLast: false })).toEqual([
      early,
      entryOf(1, 0.3, 0),
      middle,
      late,
    ]);
  });

  it('stands at the end of the last page only', () => {
    const last = entryOf(3, 0, 0);
    expect(amongOthers(last, page, { entriesMax: 10, isLast: true })).toEqual([...page, last]);
    expect(amongOthers(last, page, { entriesMax: 10, isLast: false })).toEqual(page);
  });

  it('makes no page longer than it may be, and fills no empty one', () => {
    const first = entryOf(0, 0, 0);
    expect(amongOthers(first, page, { entriesMax: 3, isLast: true })).toEqual([first, early, middle]);
    expect(amongOthers(entryOf(3, 0, 0), page, { entriesMax: 3, isLast: true })).toEqual(page);
    expect(amongOthers(first, [early], { entriesMax: 3, isLast: true })).toEqual([first, early]);
    expect(amongOthers(first, [], { entriesMax: 3, isLast: true })).toEqual([]);
  });
});

describe('people whose turn it is equally', () => {
  const tie = (changed: Partial<{ groupRank: number; servedShare: number; waitingSince: number }>) =>
    tieOf({ groupRank: 1, servedShare: 0.5, waitingSince: 60_000, ...changed }, 60_000);

  it('are of one group, served as little, and began to wait within the same time', () => {
    expect(tie({ waitingSince: 119_999 })).toBe(tie({}));
    const others = [{ waitingSince: 120_000 }, { waitingSince: 59_999 }, { groupRank: 2 }, { servedShare: 0.6 }];
    for (const other of others) expect(tie(other)).not.toBe(tie({}));
  });
});
