import { type CurrentUser, type Photo as PhotoRecord, PRODUCT } from '@candid/contracts';
import { usePhotos } from './hooks/use-photos';

/** The fixed price of the first assessment in tokens. After a reset, it is the number of refunded tokens. */
export const firstAssessmentTokens = ({ restartTokens }: Pick<CurrentUser, 'restartTokens'>): number =>
  restartTokens ?? PRODUCT.firstAssessmentPhotos * PRODUCT.firstAssessmentAssessors * PRODUCT.pricePerAssessorTokens;

/** `waiting`: the first assessment runs. `planner`: the planner needs a photo first. `full`: the pool is full. */
export type PoolGate = 'open' | 'waiting' | 'planner' | 'full';

/** If the planner is empty and a photo is ready for it, the owner must move a photo there before a new assessment. */
export function poolGateOf(
  user: Pick<CurrentUser, 'hasFirstTested' | 'hasCompletedFirstAssessment'>,
  { profile, bank, testing }: Record<'profile' | 'bank' | 'testing', readonly PhotoRecord[]>,
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

/** True if the pool leads the page, because it has the owner's next step or the photos that the owner waits for. */
export const poolLeads = (user: Pick<CurrentUser, 'hasCompletedFirstAssessment'>, gate: PoolGate): boolean =>
  gate === 'planner' || !user.hasCompletedFirstAssessment;

/** The gate is open while the lists load, because the server checks each start. */
export function usePoolGate(user: CurrentUser | undefined): PoolGate {
  const [profile, bank, testing] = [usePhotos('profile').data, usePhotos('bank').data, usePhotos('testing').data];
  return user && profile && bank && testing ? poolGateOf(user, { profile, bank, testing }) : 'open';
}
