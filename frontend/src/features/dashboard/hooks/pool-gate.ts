import { type CurrentUser, type Photo, PRODUCT } from '@candid/contracts';

/** `waiting`: the first assessment runs; `planner`: a photo goes into the planner first; `full`: no place is left. */
export type PoolGate = 'open' | 'waiting' | 'planner' | 'full';

interface Standing {
  readonly profile: readonly Photo[];
  readonly bank: readonly Photo[];
  readonly testing: readonly Photo[];
}

/**
 * Whether a new assessment may be started. An emptied planner asks for a photo first where there is one to move in; without
 * such a photo only another assessment can make one.
 */
export function poolGateOf(
  user: Pick<CurrentUser, 'hasFirstTested' | 'hasCompletedFirstAssessment'>,
  { profile, bank, testing }: Standing,
): PoolGate {
  if (!user.hasCompletedFirstAssessment) {
    if (user.hasFirstTested) return 'planner';
    return testing.length > 0 ? 'waiting' : 'open';
  }
  const planned = profile.length > 0 || testing.some(({ placeholder }) => placeholder === 'profile');
  const ready = [...bank, ...testing].some(({ timesRated }) => timesRated >= PRODUCT.plannerRatingsMin);
  if (!planned && ready) return 'planner';
  return testing.length < PRODUCT.poolPhotosMax ? 'open' : 'full';
}
