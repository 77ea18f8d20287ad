import { type CurrentUser, type Photo as PhotoRecord, PRODUCT } from '@candid/contracts';
import { dashboardTexts } from '../../lib/texts/dashboard';
import { photoStateTexts } from '../../lib/texts/photo-states';
import { photoViewTexts } from '../../lib/texts/photo-view';
import type { PoolGate } from './pool-gate';

export type Place = 'profile' | 'bank' | 'testing';

type Progress = Pick<CurrentUser, 'hasFirstTested' | 'hasCompletedFirstAssessment'>;
type Placed = Pick<PhotoRecord, 'section' | 'testLimit' | 'testTimesRated' | 'timesRated'> &
  Partial<Pick<PhotoRecord, 'moderation'>>;

export const isComplete = ({ section, testTimesRated, testLimit }: Placed): boolean =>
  section === 'testing' && testTimesRated >= testLimit;

/** True if the photo is in the bank without ratings, so that a new crop changes no result. */
export const isUnassessed = ({ section, timesRated }: Pick<PhotoRecord, 'section' | 'timesRated'>): boolean =>
  section === 'bank' && timesRated === 0;

/** True once the first photo is in the planner. This unlocks new assessments, settings and moves to the bank. */
export const isUnlocked = (user: Progress | undefined): boolean => user?.hasCompletedFirstAssessment === true;

/** True if the photo may be offered for the planner. `refusalOf` also checks its ratings. */
export function plannerIsOpen(photo: Placed, user: Progress | undefined): boolean {
  if (user?.hasFirstTested !== true) return false;
  return photo.section !== 'testing' || isComplete(photo) || isUnlocked(user);
}

const gateRefusals: Record<PoolGate, string | null> = {
  open: null,
  waiting: photoViewTexts.lockedUntilFirst,
  planner: dashboardTexts.poolBlocked,
  full: dashboardTexts.poolFull(PRODUCT.poolPhotosMax),
};

/** Returns finished photos of the pool and rated photos of the bank; photos that may be added now come first. */
export function plannerChoices(
  bank: readonly PhotoRecord[],
  testing: readonly PhotoRecord[],
  user: Progress | undefined,
): PhotoRecord[] {
  const offered = [...testing.filter(isComplete), ...bank.filter(({ timesRated }) => timesRated > 0)];
  const { ready = [], refused = [] } = Object.groupBy(offered, (photo) =>
    refusalOf(photo, 'profile', user) === null ? 'ready' : 'refused',
  );
  return [...ready, ...refused];
}

/** Returns why moderation allows no assessment of this photo and no change to a running one; null if it allows both. */
export function moderationRefusal({ moderation }: Pick<Placed, 'moderation'>): string | null {
  if (moderation === 'held') return photoStateTexts.refusals.held;
  return moderation === 'crop-wanted' ? photoStateTexts.refusals.cropWanted : null;
}

/** True while assessors see this photo of the pool and more ratings are missing. */
export const isRunning = (photo: Placed): boolean => !isComplete(photo) && moderationRefusal(photo) === null;

/** Returns why this photo cannot move to the section; null if it can. */
export function refusalOf(
  photo: Placed,
  place: Place,
  user: Progress | undefined,
  gate: PoolGate = 'open',
): string | null {
  if (place === 'profile') {
    if (photo.moderation === 'held') return photoStateTexts.refusals.held;
    if (!plannerIsOpen(photo, user)) return photoViewTexts.lockedUntilFirst;
    const missing = PRODUCT.plannerRatingsMin - photo.timesRated;
    return missing > 0 ? photoViewTexts.moreRatings(missing) : null;
  }
  if (place === 'testing') return moderationRefusal(photo) ?? gateRefusals[gate];
  return isUnlocked(user) ? null : photoViewTexts.lockedUntilFirst;
}
