import { describe, expect, it } from '@jest/globals';
import { slotAt } from './use-assessment';

const minute = 60_000;

describe('a reserved slot', () => {
  it('is held without a word at first', () => {
    expect(slotAt(0, 15 * minute, 5 * minute)).toEqual({ state: 'held' });
  });

  it('says in good time how long it lasts', () => {
    expect(slotAt(0, 15 * minute, 11 * minute)).toEqual({ state: 'ending', minutes: 3 });
  });

  it('is over a minute before the server gives it up', () => {
    expect(slotAt(0, 15 * minute, 14 * minute)).toEqual({ state: 'over' });
  });
});
