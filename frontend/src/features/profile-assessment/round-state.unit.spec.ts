import { describe, expect, it } from '@jest/globals';
import { currentOf, minutesLeft, stateOf, unusedTokens } from './round-state';

const round = (testTimesRated: number, hasConfirmed = false) => ({ testLimit: 3, testTimesRated, hasConfirmed });
const dated = (groupId: string, currentTestStartedAt: string, isCurrentProfile: boolean, hasConfirmed = true) => ({
  groupId,
  currentTestStartedAt,
  isCurrentProfile,
  ...round(3, hasConfirmed),
});

describe('a profile assessment', () => {
  it('is assessing until its limit, then complete, and over once its owner has taken note', () => {
    expect([undefined, round(0), round(2), round(3), round(3, true), round(1, true)].map(stateOf)).toEqual([
      'none',
      'assessing',
      'assessing',
      'complete',
      'confirmed',
      'confirmed',
    ]);
  });

  it('takes 15 minutes for each assessor who is still to come, and gives 5 tokens back for each', () => {
    expect([minutesLeft(round(1)), minutesLeft(round(3)), unusedTokens(round(1)), unusedTokens(round(3))]).toEqual([
      30, 0, 10, 0,
    ]);
  });
});

describe('the assessment of the current profile', () => {
  it('is the newest of it', () => {
    const rounds = [
      dated('other', '2026-03-01', false),
      dated('new', '2026-02-01', true),
      dated('old', '2026-01-01', true),
    ];
    expect(currentOf(rounds)?.groupId).toBe('new');
    expect(currentOf(rounds.slice(0, 1))).toBeUndefined();
  });

  it('is the one that waits for its owner, whatever came later', () => {
    const rounds = [dated('later', '2026-02-01', true), dated('open', '2026-01-01', true, false)];
    expect(currentOf(rounds)?.groupId).toBe('open');
  });
});
