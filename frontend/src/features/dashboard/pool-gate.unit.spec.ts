import type { Photo as PhotoRecord } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { poolGateOf, poolLeads } from './pool-gate';

const photo = (timesRated = 0, placeholder: PhotoRecord['placeholder'] = 'unrated') =>
  ({ timesRated, placeholder }) as PhotoRecord;
const newcomer = { hasFirstTested: false, hasCompletedFirstAssessment: false };
const tested = { hasFirstTested: true, hasCompletedFirstAssessment: false };
const settled = { hasFirstTested: true, hasCompletedFirstAssessment: true };
const empty = { profile: [], bank: [], testing: [] };

describe('the assessment pool', () => {
  it('is open to a newcomer until the first assessment runs', () => {
    expect(poolGateOf(newcomer, empty)).toBe('open');
    expect(poolGateOf(newcomer, { ...empty, testing: [photo(), photo()] })).toBe('waiting');
  });

  it('asks for a photo in the planner once the first assessment is complete', () => {
    expect(poolGateOf(tested, { ...empty, testing: [photo(4), photo(4)] })).toBe('planner');
  });

  it('is open with a photo in the planner, or one that goes back there', () => {
    expect(poolGateOf(settled, { ...empty, profile: [photo(4)] })).toBe('open');
    expect(poolGateOf(settled, { ...empty, testing: [photo(4, 'profile')] })).toBe('open');
  });

  it('asks for a photo again when the planner has been emptied', () => {
    expect(poolGateOf(settled, { ...empty, bank: [photo(3)] })).toBe('planner');
  });

  it('stays open to somebody who has no photo to move into the planner', () => {
    expect(poolGateOf(settled, { ...empty, bank: [photo(2)] })).toBe('open');
  });

  it('is full with six photos', () => {
    const testing = Array.from({ length: 6 }, () => photo());
    expect(poolGateOf(settled, { ...empty, profile: [photo(4)], testing })).toBe('full');
  });
});

describe('the pool', () => {
  it.each([
    ['leads the page of a newcomer', newcomer, 'open', true],
    ['leads the page while the first assessment runs', newcomer, 'waiting', true],
    ['leads the page while no photo is in the planner', settled, 'planner', true],
    ['is a strip later', settled, 'open', false],
  ] as const)('%s', (_, user, gate, leads) => {
    expect(poolLeads(user, gate)).toBe(leads);
  });
});
