import type { CurrentUser, Photo } from '@candid/contracts';
import { lazy, Suspense } from 'react';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { type FirstWeekActs, isHidden, isOver } from '../first-week';

const FirstWeek = lazy(() => import('./first-week'));

/** Approximate height of the folded checklist on a phone. */
const foldedPx = 68;

interface FirstWeekPlaceProps extends FirstWeekActs {
  user: CurrentUser | undefined;
  photos: readonly Photo[];
  /** Number of photos in the planner. */
  planned: number;
  /** Number of profile rounds that were started; undefined while unknown. */
  rounds: number | undefined;
}

/** Shows the checklist from the first photo until the week ends or the owner hides it. Its chunk loads only in that time. */
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
