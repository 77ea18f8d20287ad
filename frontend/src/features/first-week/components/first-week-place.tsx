import type { CurrentUser, Photo } from '@candid/contracts';
import { lazy, Suspense } from 'react';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { type FirstWeekActs, isHidden, isOver } from '../first-week';

const FirstWeek = lazy(() => import('./first-week'));

/** About as high as the folded checklist on a phone. */
const foldedPx = 68;

interface FirstWeekPlaceProps extends FirstWeekActs {
  user: CurrentUser | undefined;
  /** All photos of the person. */
  photos: readonly Photo[];
  /** How many of them are in the planner. */
  planned: number;
  /** How many profile assessments were started; undefined while that is unknown. */
  rounds: number | undefined;
}

/** From the first photo until the week is over or the checklist is hidden; a chunk that nobody loads before or after. */
export function FirstWeekPlace({ user, rounds, ...rest }: FirstWeekPlaceProps) {
  if (!user || isOver(user.firstTestedDate, Date.now()) || isHidden(user.userId)) return null;
  if (rest.photos.length === 0 && !user.hasFirstTested) return null;
  if (rounds === undefined && user.hasMadeFirstProfile) return null;
  return (
    <Suspense fallback={<Skeleton height={foldedPx} />}>
      <FirstWeek user={user} rounds={rounds ?? 0} {...rest} />
    </Suspense>
  );
}
