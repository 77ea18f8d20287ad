import type { CurrentUser, Photo } from '@candid/contracts';
import { lazy, Suspense } from 'react';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { hasSeenFirstResults } from '../first-results';

const FirstResults = lazy(() => import('./first-results'));

/** Approximate height of the card on a phone. */
const cardPx = 164;

interface FirstResultsPlaceProps {
  user: CurrentUser | undefined;
  photos: readonly Photo[];
  onChoose: () => void;
}

/** Shows the first results until a photo is in the planner. Their chunk loads only in that time. */
export function FirstResultsPlace({ user, photos, onChoose }: FirstResultsPlaceProps) {
  if (!user?.hasFirstTested || user.hasCompletedFirstAssessment) return null;
  return (
    <Suspense fallback={hasSeenFirstResults(user.userId) ? null : <Skeleton height={cardPx} />}>
      <FirstResults photos={photos} onChoose={onChoose} />
    </Suspense>
  );
}
