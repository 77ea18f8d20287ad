import { describe, expect, it } from '@jest/globals';
import type { QueuedCase } from './case';
import { dueOf, heirOf, nextToDecide, openedText, stepFrom } from './due';

const now = Date.parse('2026-11-21T10:00:00.000Z');
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();

describe('when a case is due', () => {
  it.each([
    [0.2, 'due in 1 min'],
    [40, 'due in 40 min'],
    [59.9, 'due in 59 min'],
    [60, 'due in 1 h'],
    [47 * 60, 'due in 47 h'],
    [72 * 60, 'due in 3 days'],
    [-0.2, '1 min late'],
    [-125, '2 h late'],
    [-49 * 60, '2 days late'],
  ])('in %s minutes reads "%s"', (minutes, text) => expect(dueOf(at(minutes), now).text).toBe(text));

  it('tells late from soon', () => {
    expect(dueOf(at(-1), now)).toMatchObject({ isLate: true, isSoon: false });
    expect(dueOf(at(29), now)).toMatchObject({ isLate: false, isSoon: true });
    expect(dueOf(at(31), now)).toMatchObject({ isLate: false, isSoon: false });
  });

  it('says how long it is open, also where the clocks differ', () => {
    expect(openedText(at(-25), now)).toBe('opened 25 min ago');
    expect(openedText(at(2), now)).toBe('opened 1 min ago');
  });
});

const inMinutes = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
const queue = (...cases: [caseId: string, claimedBy?: string, minutes?: number][]) =>
  cases.map(([caseId, claimedBy = null, minutes = 20]) => ({
    ...{ caseId, mayDecide: true, claimedBy, claimedUntil: claimedBy && inMinutes(minutes) },
  })) as unknown as QueuedCase[];

describe('moving through the queue', () => {
  it('goes a case on or back, and stays at the ends', () => {
    expect(stepFrom(['a', 'b', 'c'], 'a', 1)).toBe('b');
    expect(stepFrom(['a', 'b', 'c'], 'c', 1)).toBe('c');
    expect(stepFrom(['a', 'b', 'c'], 'a', -1)).toBe('a');
    expect(stepFrom(['a', 'b'], 'gone', 1)).toBe('a');
    expect(stepFrom([], null, 1)).toBeUndefined();
  });

  it('hands the place of a case that left the queue to the one after it', () => {
    expect(heirOf(['a', 'b', 'c'], ['a', 'c'], 'b')).toBe('c');
    expect(heirOf(['a', 'b'], ['a'], 'b')).toBe('a');
    expect(heirOf(['a', 'b'], ['b', 'a'], 'a')).toBe('a');
  });
});

describe('the case after a decision', () => {
  it('is the next one, then one from the beginning', () => {
    expect(nextToDecide(queue(['a'], ['b'], ['c']), 'b', 'me', now)).toBe('c');
    expect(nextToDecide(queue(['a'], ['b']), 'b', 'me', now)).toBe('a');
    expect(nextToDecide(queue(['a'], ['b']), 'gone', 'me', now)).toBe('a');
    expect(nextToDecide(queue(['a']), 'a', 'me', now)).toBeUndefined();
  });

  it('is none that another moderator has to decide', () => {
    const [own, ...others] = queue(['b'], ['c']);
    expect(nextToDecide([...queue(['a']), { ...own!, mayDecide: false }, ...others], 'a', 'me', now)).toBe('c');
  });

  it('is none that somebody else works on, unless their claim has run out', () => {
    expect(nextToDecide(queue(['a'], ['b', 'other'], ['c', 'me']), 'a', 'me', now)).toBe('c');
    expect(nextToDecide(queue(['a'], ['b', 'other', -1], ['c']), 'a', 'me', now)).toBe('b');
  });
});
