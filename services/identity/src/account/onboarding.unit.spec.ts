import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { AccountCommand, AccountEvent, AccountState } from './account.js';
import { accountDecider } from './decide.js';
import { type OnboardingFlags, onboardingFlags } from './view.js';

const time = (hour: number): string => new Date(Date.UTC(2026, 2, 1, hour)).toISOString();
const start = (photoAssessmentId: string, hour: number): AccountCommand => ({
  type: 'RecordFirstAssessmentStart',
  photoAssessmentId,
  startedAt: time(hour),
});
const complete = (photoAssessmentId: string, hour: number): AccountCommand => ({
  type: 'RecordFirstAssessmentCompletion',
  photoAssessmentId,
  completedAt: time(hour),
});
const reset = (photoAssessmentId: string, hour: number, restartTokens = 40): AccountCommand => ({
  type: 'RecordFirstAssessmentReset',
  photoAssessmentId,
  restartTokens,
  resetAt: time(hour),
});
const profile = (hour: number): AccountCommand => ({ type: 'RecordFirstProfile', photoId: 'p1', madeAt: time(hour) });
const dismiss = (hour: number): AccountCommand => ({ type: 'DismissFirstLogin', at: time(hour) });

function flagsAfter(...commands: AccountCommand[]): OnboardingFlags {
  const registered: AccountEvent = {
    type: 'UserRegistered',
    data: { userId: 'user', country: null, hasWelcomeGrant: true, registeredAt: time(0) },
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
  restartTokens: null,
};
/** The flags after a reset. */
const again: OnboardingFlags = { ...newUser, restartTokens: 40 };

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
      restartTokens: null,
    });
  });

  it('come with the price of the next first assessment: what the last reset gave back, in whatever order they come', () => {
    const both = [reset('t2', 4, 30), reset('t1', 2)];
    expect(flagsAfter(...both)).toEqual({ ...newUser, restartTokens: 30 });
    expect(flagsAfter(...both.reverse())).toEqual({ ...newUser, restartTokens: 30 });
  });

  it('are as new after a reset', () => {
    expect(flagsAfter(dismiss(1), start('t1', 2), complete('t1', 3), reset('t1', 4))).toEqual(again);
  });

  it('stay as new when the start and the completion of the reset assessment arrive after the reset', () => {
    expect(flagsAfter(reset('t1', 4), start('t1', 2), complete('t1', 3))).toEqual(again);
  });

  it('are not undone by the late reset of an older assessment', () => {
    const flags = flagsAfter(start('t2', 6), complete('t2', 7), profile(8), reset('t1', 4), start('t1', 2));
    expect(flags).toEqual({
      ...again,
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
