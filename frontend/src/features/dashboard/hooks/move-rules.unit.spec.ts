import { describe, expect, it } from '@jest/globals';
import { plannerIsOpen, refusalOf } from './move-rules';

const photo = { section: 'bank' as const, testLimit: 0, testTimesRated: 0, timesRated: 4 };
const running = { section: 'testing' as const, testLimit: 4, testTimesRated: 2, timesRated: 4 };
const complete = { ...running, testTimesRated: 4 };
const fresh = { hasFirstTested: false, hasCompletedFirstAssessment: false };
const tested = { hasFirstTested: true, hasCompletedFirstAssessment: false };
const settled = { hasFirstTested: true, hasCompletedFirstAssessment: true };

describe('the Profile Planner', () => {
  it('is closed before the first assessment has all its ratings', () => {
    expect(refusalOf(complete, 'profile', fresh)).toBe('Available once your first assessment is complete.');
  });

  it('takes a finished photo of the first assessment', () => {
    expect(refusalOf(complete, 'profile', tested)).toBeNull();
  });

  it('says how many ratings a photo still needs', () => {
    expect(refusalOf({ ...photo, timesRated: 1 }, 'profile', settled)).toBe(
      'This photo needs 2 more rating(s) before you can put it in the Profile Planner.',
    );
  });

  it('takes a photo out of a running assessment only later on', () => {
    expect([plannerIsOpen(running, tested), plannerIsOpen(running, settled)]).toEqual([false, true]);
  });
});

describe('bank and pool', () => {
  it('open with the first profile', () => {
    expect(refusalOf(photo, 'testing', tested)).toBe(
      "You'll be able to start new assessments once you have moved at least 1 photo into your Profile Planner",
    );
    expect(refusalOf(running, 'bank', tested)).toBe('Available once your first assessment is complete.');
    expect(refusalOf(photo, 'testing', settled)).toBeNull();
    expect(refusalOf(running, 'bank', settled)).toBeNull();
  });

  it('say so when the pool is full', () => {
    expect(refusalOf(photo, 'testing', settled, 'full')).toBe('You can assess up to 6 photos at the same time.');
  });
});
