import { type CurrentUser, type Photo as PhotoRecord, PRODUCT } from '@candid/contracts';
import { usePhotos } from './hooks/use-photos';

/** What the first assessment costs: its photos and assessors are fixed; after a reset, what that gave back. */
export const firstAssessmentTokens = ({ restartTokens }: Pick<CurrentUser, 'restartTokens'>): number =>
  restartTokens ?? PRODUCT.firstAssessmentPhotos * PRODUCT.firstAssessmentAssessors * PRODUCT.pricePerAssessorTokens;

/** `waiting`: the first assessment runs; `planner`: a photo goes into the planner first; `full`: no place is left. */
export type PoolGate = 'open' | 'waiting' | 'planner' | 'full';

interface Standing {
  readonly profile: readonly PhotoRecord[];
  readonly bank: readonly PhotoRecord[];
  readonly testing: readonly PhotoRecord[];
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

/** The next step of the person is in the pool: to add the first photos, or to choose one for the planner. */
export const holdsMainAct = (
  user: Pick<CurrentUser, 'hasCompletedFirstAssessment'>,
  gate: PoolGate,
  testing: readonly PhotoRecord[],
): boolean => gate === 'planner' || (!user.hasCompletedFirstAssessment && testing.length === 0);

/** Open until the lists say otherwise; the server has the last word. */
export function usePoolGate(user: CurrentUser | undefined): PoolGate {
  const [profile, bank, testing] = [usePhotos('profile').data, usePhotos('bank').data, usePhotos('testing').data];
  return user && profile && bank && testing ? poolGateOf(user, { profile, bank, testing }) : 'open';
}
