import { type evaluationGroupsRoutes, PRODUCT } from '@candid/contracts';
import type { Answer } from '../../lib/api/call';

export type ProfileRound = Answer<typeof evaluationGroupsRoutes.listOwnGroups>['groups'][number];

type Progress = Pick<ProfileRound, 'testLimit' | 'testTimesRated' | 'hasConfirmed'>;

/** `none` is a profile that nobody was asked about; a complete one waits until its owner has taken note. */
type RoundState = 'none' | 'assessing' | 'complete' | 'confirmed';

export function stateOf(round: Progress | undefined): RoundState {
  if (!round) return 'none';
  if (round.hasConfirmed) return 'confirmed';
  return round.testTimesRated < round.testLimit ? 'assessing' : 'complete';
}

/** Minutes until the outstanding assessors are likely to be done. */
export function minutesLeft({ testLimit, testTimesRated }: Progress): number {
  return Math.max(0, testLimit - testTimesRated) * PRODUCT.minutesPerProfileAssessor;
}

/** Tokens that come back when a round ends now, or came back when it ended. */
export function unusedTokens({ testLimit, testTimesRated }: Progress): number {
  return Math.max(0, testLimit - testTimesRated) * PRODUCT.pricePerAssessorTokens;
}

type Dated = Progress & Pick<ProfileRound, 'isCurrentProfile' | 'currentTestStartedAt'>;

/** The one about the photos that stand in the planner: what runs comes before what has been. */
export function currentOf<Round extends Dated>(rounds: readonly Round[]): Round | undefined {
  const ofProfile = rounds.filter(({ isCurrentProfile }) => isCurrentProfile);
  const newest = [...ofProfile].sort((one, other) =>
    other.currentTestStartedAt.localeCompare(one.currentTestStartedAt),
  );
  return newest.find((round) => stateOf(round) !== 'confirmed') ?? newest[0];
}
