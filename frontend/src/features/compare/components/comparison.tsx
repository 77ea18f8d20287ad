import type { Photo } from '@candid/contracts';
import { messageOf } from '../../../lib/api/errors';
import { useComparison } from '../../../lib/scores/use-comparison';
import { compareTexts } from '../../../lib/texts/compare';
import { errorTexts } from '../../../lib/texts/errors';
import { Button } from '../../../ui/button/button';
import { Notice } from '../../../ui/notice/notice';
import { ComparisonSkeleton } from './comparison-skeleton';
import { PhotoOrder } from './photo-order';
import { PhotoPair } from './photo-pair';

/** What can be said about the chosen photos: a pair side by side, more of them in order. */
export function Comparison({ photos }: { photos: readonly Photo[] }) {
  const comparison = useComparison(photos.map(({ _id }) => _id));
  if (comparison.isLoadingError) {
    return (
      <Notice
        tone="danger"
        action={
          <Button size="s" onClick={() => comparison.refetch()}>
            {errorTexts.retry}
          </Button>
        }
      >
        {messageOf(comparison.error, compareTexts.failed)}
      </Notice>
    );
  }
  if (!comparison.data) return <ComparisonSkeleton count={photos.length} />;
  const [first, second, ...more] = photos;
  if (!first || !second) return null;
  if (more.length === 0) return <PhotoPair photos={[first, second]} compared={comparison.data} />;
  return <PhotoOrder photos={photos} compared={comparison.data} />;
}
