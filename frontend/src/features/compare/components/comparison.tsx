import type { Photo } from '@candid/contracts';
import { messageOf } from '../../../lib/api/errors';
import { useArrivedRatings } from '../../../lib/live/live-store';
import { compareTexts } from '../../../lib/texts/results';
import { useComparison } from '../../../shared/scores/comparison';
import { LoadProblem } from '../../../ui/notice/load-problem';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { PhotoOrder } from './photo-order';
import { PhotoPair, verdictInWords } from './photo-pair';
import styles from './photo-pair.module.css';

/** Compares the chosen photos: two side by side, more of them in order. */
export function Comparison({ photos }: { photos: readonly Photo[] }) {
  const comparison = useComparison(photos.map(({ _id }) => _id));
  const [first, second, ...more] = photos;
  const ratings = comparison.data?.fairScores.reduce((sum, { fairScore }) => sum + (fairScore?.raters ?? 0), 0);
  const arrived = useArrivedRatings(photos.map(({ _id }) => _id).join(), ratings);
  if (!first || !second) return null;
  const pair: [Photo, Photo] | null = more.length === 0 ? [first, second] : null;
  const verdict = !comparison.data
    ? ''
    : pair
      ? verdictInWords(pair, comparison.data)
      : compareTexts.ordered(photos.length);
  return (
    <>
      <p role="status" className="sr-only">
        {comparison.data && (arrived === null ? verdict : compareTexts.arrived(arrived, verdict))}
      </p>
      {comparison.data?.by === 'audience' && <p className={styles.by}>{compareTexts.byAudience}</p>}
      {comparison.isLoadingError ? (
        <LoadProblem text={messageOf(comparison.error, compareTexts.failed)} onRetry={() => comparison.refetch()} />
      ) : !comparison.data ? (
        <ComparisonSkeleton count={photos.length} />
      ) : pair ? (
        <PhotoPair photos={pair} compared={comparison.data} />
      ) : (
        <PhotoOrder photos={photos} compared={comparison.data} />
      )}
    </>
  );
}

/** Placeholder in the size of the result: two photos with a band each, or one card for each place. */
export function ComparisonSkeleton({ count }: { count: number }) {
  if (count > 2) {
    return (
      <div className={styles.cards}>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all are alike
          <Skeleton key={index} height={192} />
        ))}
      </div>
    );
  }
  return (
    <div className={styles.skeletonPair}>
      {[1, 2].map((place) => (
        <div key={place} className={styles.skeletonPhoto}>
          <Skeleton shape="photo" />
          <Skeleton height={66} />
        </div>
      ))}
    </div>
  );
}
