import { PRODUCT } from '@candid/contracts';
import type { ProfileGroup } from './api/groups';

type Run = Pick<ProfileGroup, 'testLimit' | 'testTimesRated' | 'hasConfirmed'>;

/** `none` is a profile that nobody was asked about; a complete one waits until its owner has taken note. */
type GroupState = 'none' | 'assessing' | 'complete' | 'confirmed';

export function stateOf(group: Run | undefined): GroupState {
  if (!group) return 'none';
  if (group.hasConfirmed) return 'confirmed';
  return group.testTimesRated < group.testLimit ? 'assessing' : 'complete';
}

/** Minutes until the outstanding assessors are likely to be done. */
export function minutesLeft({ testLimit, testTimesRated }: Run): number {
  return Math.max(0, testLimit - testTimesRated) * PRODUCT.minutesPerProfileAssessor;
}

/** Tokens that come back when a run ends now, or came back when it ended. */
export function unusedTokens({ testLimit, testTimesRated }: Run): number {
  return Math.max(0, testLimit - testTimesRated) * PRODUCT.pricePerAssessorTokens;
}

type Dated = Run & Pick<ProfileGroup, 'isCurrentProfile' | 'currentTestStartedAt'>;

/** The one about the photos that stand in the planner: what runs comes before what has been. */
export function currentOf<Group extends Dated>(groups: readonly Group[]): Group | undefined {
  const ofProfile = groups.filter(({ isCurrentProfile }) => isCurrentProfile);
  const newest = [...ofProfile].sort((one, other) =>
    other.currentTestStartedAt.localeCompare(one.currentTestStartedAt),
  );
  return newest.find((group) => stateOf(group) !== 'confirmed') ?? newest[0];
}
