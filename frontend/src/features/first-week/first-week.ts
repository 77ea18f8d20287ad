import { type CurrentUser, type Photo, PRODUCT } from '@candid/contracts';

export type StepName = 'photos' | 'profilePhoto' | 'profileComments' | 'compare';

export interface Step {
  readonly name: StepName;
  readonly done: boolean;
  /** Whether the person can take it now. */
  readonly possible: boolean;
}

/** Where the steps lead that are taken on the dashboard. */
export interface FirstWeekActs {
  /** Adds photos. */
  onAdd: () => void;
  /** Chooses a photo for the planner. */
  onChoose: () => void;
  /** Asks for profile comments. */
  onAsk: () => void;
}

interface Standing {
  readonly user: Pick<CurrentUser, 'hasFirstTested' | 'hasMadeFirstProfile'>;
  /** All photos of the person. */
  readonly photos: readonly Pick<Photo, 'fairScore'>[];
  /** How many of them are in the planner. */
  readonly planned: number;
  /** How many profile assessments were started. */
  readonly rounds: number;
  /** This browser has shown a comparison of two photos. */
  readonly compared: boolean;
}

/** The four steps in their order. What was done once stays done, also after its photos are gone. */
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

/** The first open step that is possible now, else the first open one; undefined once all are done. */
export function nextOf(steps: readonly Step[]): Step | undefined {
  const open = steps.filter(({ done }) => !done);
  return open.find(({ possible }) => possible) ?? open[0];
}

const weekMs = 7 * 24 * 60 * 60_000;

/** The week begins with the first assessment. Null: it has not been started. */
export const isOver = (firstTestedDate: string | null, now: number): boolean =>
  firstTestedDate !== null && now - Date.parse(firstTestedDate) > weekMs;

const hiddenKey = (userId: string): string => `firstWeekHidden:${userId}`;
const comparedKey = (userId: string): string => `comparedPhotos:${userId}`;

/** Whether the person has hidden the checklist in this browser. */
export const isHidden = (userId: string): boolean => isStored(hiddenKey(userId));
export const storeHidden = (userId: string): void => store(hiddenKey(userId));

/** Whether this browser has shown the person a comparison. */
export const hasCompared = (userId: string): boolean => isStored(comparedKey(userId));
export const storeCompared = (userId: string): void => store(comparedKey(userId));

function isStored(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

function store(key: string): void {
  try {
    localStorage.setItem(key, 'true');
  } catch {
    // The browser denies storage: the checklist is as before on the next visit.
  }
}
