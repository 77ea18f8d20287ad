import type { Photo as PhotoRecord } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { plannerChoices, plannerIsOpen, refusalOf } from './move-rules';

const photo = { section: 'bank' as const, testLimit: 0, testTimesRated: 0, timesRated: 4 };
const running = { section: 'testing' as const, testLimit: 4, testTimesRated: 2, timesRated: 4 };
const complete = { ...running, testTimesRated: 4 };
const fresh = { hasFirstTested: false, hasCompletedFirstAssessment: false };
const tested = { hasFirstTested: true, hasCompletedFirstAssessment: false };
const settled = { hasFirstTested: true, hasCompletedFirstAssessment: true };

describe('the Profile Planner', () => {
  it('is closed before the first assessment has all its ratings', () => {
    expect(refusalOf(complete, 'profile', fresh)).toBe(
      'Settings and moves are possible once your first assessment is complete.',
    );
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

describe('the choice of photos for the planner', () => {
  const named = (_id: string, placed: object) => ({ _id, ...placed }) as PhotoRecord;
  const bank = [
    named('once', { ...photo, timesRated: 1 }),
    named('rated', photo),
    named('unrated', { ...photo, timesRated: 0 }),
  ];
  const testing = [named('running', running), named('finished', complete)];

  it('has the finished photos of the pool, and first what may be added', () => {
    expect(plannerChoices(bank, testing, settled).map(({ _id }) => _id)).toEqual(['finished', 'rated', 'once']);
  });

  it('is not empty after the first assessment', () => {
    expect(plannerChoices([], testing, tested).map(({ _id }) => _id)).toEqual(['finished']);
  });
});

describe('bank and pool', () => {
  it('open with the first profile', () => {
    expect(refusalOf(photo, 'testing', tested, 'planner')).toBe(
      "You'll be able to start new assessments once you have moved at least 1 photo into your Profile Planner",
    );
    expect(refusalOf(running, 'bank', tested)).toBe(
      'Settings and moves are possible once your first assessment is complete.',
    );
    expect(refusalOf(photo, 'testing', settled)).toBeNull();
    expect(refusalOf(running, 'bank', settled)).toBeNull();
  });

  it('take stored photos into a first assessment that does not run', () => {
    expect(refusalOf(photo, 'testing', fresh, 'open')).toBeNull();
    expect(refusalOf(photo, 'testing', fresh, 'waiting')).toBe(
      'Settings and moves are possible once your first assessment is complete.',
    );
  });

  it('say so when the pool is full', () => {
    expect(refusalOf(photo, 'testing', settled, 'full')).toBe('You can assess up to 6 photos at the same time.');
  });
});
