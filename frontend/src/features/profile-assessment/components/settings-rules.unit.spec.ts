import { describe, expect, it } from '@jest/globals';
import { costOf, limitsOf, minutesOf, problemOf } from './profile-setup';

describe('the assessors of a profile', () => {
  it('are one to ten, beginning with one', () => {
    expect(limitsOf(true, undefined)).toEqual({ min: 1, max: 10, start: 1, fixed: false });
  });

  it('are five, and not to be changed, before the first test', () => {
    expect(limitsOf(false, undefined)).toEqual({ min: 5, max: 10, start: 5, fixed: true });
  });

  it('are never fewer than have finished', () => {
    expect(limitsOf(true, { testLimit: 4, testTimesRated: 3 })).toMatchObject({ min: 3, start: 4 });
    expect(limitsOf(true, { testLimit: 4, testTimesRated: 0 })).toMatchObject({ min: 1, start: 4 });
  });
});

describe('a request', () => {
  it('costs 5 tokens and takes 15 minutes for each assessor', () => {
    expect([costOf(3, undefined), minutesOf(3, undefined)]).toEqual([15, 45]);
  });

  it('costs the difference while a round goes on', () => {
    const running = { testLimit: 4, testTimesRated: 2 };
    expect([costOf(6, running), costOf(3, running), minutesOf(6, running)]).toEqual([10, -5, 60]);
  });

  it('is refused in the product’s words', () => {
    expect(problemOf(0, 0, 40)).toBe('Please select at least 1 evaluator');
    expect(problemOf(3, 15, 14)).toBe('Insufficient tokens. Please purchase more tokens.');
    expect(problemOf(3, 15, 15)).toBeNull();
    expect(problemOf(3, -5, 0)).toBeNull();
  });
});
