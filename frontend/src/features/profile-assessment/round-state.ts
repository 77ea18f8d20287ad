import { type evaluationGroupsRoutes, PRODUCT } from '@candid/contracts';
import type { Answer } from '../../lib/api/call';

export type ProfileRound = Answer<typeof evaluationGroupsRoutes.listOwnGroups>['groups'][number];

type Progress = Pick<ProfileRound, 'testLimit' | 'testTimesRated' | 'hasConfirmed'>;

/** `none`: the profile has never been assessed. A complete round waits until its owner confirms it. */
type RoundState = 'none' | 'assessing' | 'complete' | 'confirmed';

export function stateOf(round: Progress | undefined): RoundState {
  if (!round) return 'none';
  if (round.hasConfirmed) return 'confirmed';
  return round.testTimesRated < round.testLimit ? 'assessing' : 'complete';
}

export function minutesLeft({ testLimit, testTimesRated }: Progress): number {
  return Math.max(0, testLimit - testTimesRated) * PRODUCT.minutesPerProfileAssessor;
}

/** Refund in tokens of an ended round, or of a running round if it ended now. */
export function unusedTokens({ testLimit, testTimesRated }: Progress): number {
  return Math.max(0, testLimit - testTimesRated) * PRODUCT.pricePerAssessorTokens;
}

type Dated = Progress & Pick<ProfileRound, 'isCurrentProfile' | 'currentTestStartedAt'>;

/** Returns the unconfirmed round of the planner's photos or, if all are confirmed, the newest round. */
export function currentOf<Round extends Dated>(rounds: readonly Round[]): Round | undefined {
  const ofProfile = rounds.filter(({ isCurrentProfile }) => isCurrentProfile);
  const newest = [...ofProfile].sort((one, other) =>
    other.currentTestStartedAt.localeCompare(one.currentTestStartedAt),
  );
  return newest.find((round) => stateOf(round) !== 'confirmed') ?? newest[0];
}
