import { type CurrentUser, type Photo, PRODUCT } from '@candid/contracts';
import { remembered } from '../../lib/storage/remembered';

type StepName = 'photos' | 'profilePhoto' | 'profileComments' | 'compare';

export interface Step {
  readonly name: StepName;
  readonly done: boolean;
  /** True if the owner can take the step now. */
  readonly possible: boolean;
}

export interface FirstWeekActs {
  onAdd: () => void;
  onChoose: () => void;
  /** Opens the request for profile comments. */
  onAsk: () => void;
}

interface Standing {
  readonly user: Pick<CurrentUser, 'hasFirstTested' | 'hasMadeFirstProfile'>;
  readonly photos: readonly Pick<Photo, 'fairScore'>[];
  readonly planned: number;
  readonly rounds: number;
  readonly compared: boolean;
}

/** Returns the four steps in order. A step stays done, even if its photos are deleted later. */
export function stepsOf({ user, photos, planned, rounds, compared }: Standing): Step[] {
  const { hasFirstTested, hasMadeFirstProfile } = user;
  const comparable = photos.filter(({ fairScore }) => fairScore !== null).length > 1;
  return [
    { name: 'photos', done: hasFirstTested || photos.length >= PRODUCT.firstAssessmentPhotos, possible: true },
    { name: 'profilePhoto', done: hasMadeFirstProfile || planned > 0, possible: hasFirstTested },
    { name: 'profileComments', done: rounds > 0, possible: hasMadeFirstProfile && planned > 0 },
    { name: 'compare', done: compared, possible: hasFirstTested && comparable },
  ];
}

/** Returns the first open step that is possible now, otherwise the first open step; undefined once all are done. */
export function nextOf(steps: readonly Step[]): Step | undefined {
  const open = steps.filter(({ done }) => !done);
  return open.find(({ possible }) => possible) ?? open[0];
}

const weekMs = 7 * 24 * 60 * 60_000;

/** The week begins with the first assessment; a null date means that it has not started. */
export const isOver = (firstTestedDate: string | null, now: number): boolean =>
  firstTestedDate !== null && now - Date.parse(firstTestedDate) > weekMs;

export const firstWeekHidden = remembered<true>('firstWeekHidden');
export const photosCompared = remembered<true>('comparedPhotos');
