import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { AccountCommand } from './commands.js';
import { accountDecider } from './decide.js';
import type { AccountEvent } from './events.js';
import { type OnboardingFlags, onboardingFlags } from './onboarding.js';
import type { AccountState } from './state.js';

const time = (hour: number): string => new Date(Date.UTC(2026, 2, 1, hour)).toISOString();
const start = (testId: string, hour: number): AccountCommand => ({
  type: 'RecordFirstAssessmentStart',
  testId,
  startedAt: time(hour),
});
const complete = (testId: string, hour: number): AccountCommand => ({
  type: 'RecordFirstAssessmentCompletion',
  testId,
  completedAt: time(hour),
});
const reset = (testId: string, hour: number): AccountCommand => ({
  type: 'RecordFirstAssessmentReset',
  testId,
  resetAt: time(hour),
});
const profile = (hour: number): AccountCommand => ({ type: 'RecordFirstProfile', photoId: 'p1', madeAt: time(hour) });
const dismiss = (hour: number): AccountCommand => ({ type: 'DismissFirstLogin', at: time(hour) });

function flagsAfter(...commands: AccountCommand[]): OnboardingFlags {
  const registered: AccountEvent = {
    type: 'UserRegistered',
    data: { userId: 'user', country: null, registeredAt: time(0) },
  };
  const state = commands.reduce<AccountState>(
    (account, command) => accountDecider.decide(command, account).reduce(accountDecider.evolve, account),
    accountDecider.evolve(accountDecider.initialState(), registered),
  );
  if (state.status !== 'registered') throw new Error('not registered');
  return onboardingFlags(state);
}

const newUser: OnboardingFlags = {
  hasFirstLoggedIn: false,
  hasFirstTested: false,
  hasMadeFirstProfile: false,
  hasCompletedFirstAssessment: false,
  firstTestedDate: null,
};

describe('onboarding flags', () => {
  it('are all false on a new account', () => {
    expect(flagsAfter()).toEqual(newUser);
  });

  it('follow the first assessment to the first profile', () => {
    expect(flagsAfter(dismiss(1), start('t1', 2))).toEqual({
      ...newUser,
      hasFirstLoggedIn: true,
      firstTestedDate: time(2),
    });
    expect(flagsAfter(dismiss(1), start('t1', 2), complete('t1', 3), profile(4))).toEqual({
      hasFirstLoggedIn: true,
      hasFirstTested: true,
      hasMadeFirstProfile: true,
      hasCompletedFirstAssessment: true,
      firstTestedDate: time(2),
    });
  });

  it('are as new after a reset', () => {
    expect(flagsAfter(dismiss(1), start('t1', 2), complete('t1', 3), reset('t1', 4))).toEqual(newUser);
  });

  it('stay as new when the start and the completion of the reset assessment arrive after the reset', () => {
    expect(flagsAfter(reset('t1', 4), start('t1', 2), complete('t1', 3))).toEqual(newUser);
  });

  it('are not undone by the late reset of an older assessment', () => {
    const flags = flagsAfter(start('t2', 6), complete('t2', 7), profile(8), reset('t1', 4), start('t1', 2));
    expect(flags).toEqual({
      ...newUser,
      hasFirstTested: true,
      hasMadeFirstProfile: true,
      hasCompletedFirstAssessment: true,
      firstTestedDate: time(6),
    });
  });

  it('do not depend on the order in which the facts arrive', () => {
    const facts = [start('t1', 2), complete('t1', 3), reset('t1', 4), start('t2', 6), complete('t2', 7), profile(8)];
    const inOrder = flagsAfter(...facts);
    fc.assert(
      fc.property(fc.shuffledSubarray([...facts, ...facts], { minLength: facts.length * 2 }), (shuffled) =>
        expect(flagsAfter(...shuffled)).toEqual(inOrder),
      ),
    );
  });
});
