import { describe, expect, it } from '@jest/globals';
import type { QueuedCase } from './case';
import { heirOf, nextToDecide, stepFrom } from './queue-order';

const now = Date.parse('2026-11-21T10:00:00.000Z');
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
