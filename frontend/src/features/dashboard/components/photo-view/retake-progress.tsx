import type { Photo as PhotoRecord } from '@candid/contracts';
import { useState } from 'react';
import { useUserId } from '../../../../lib/session/use-session';
import { remembered } from '../../../../lib/storage/remembered';
import { retakeTexts } from '../../../../lib/texts/photo-changes';
import { compareTexts } from '../../../../lib/texts/results';
import { Photo } from '../../../../shared/photos/photo';
import { shownAverage, wholeScore } from '../../../../shared/scores/adjusted-score';
import { comparisonOf, useComparison, type Verdict, verdictOf } from '../../../../shared/scores/comparison';
import { PhotoChip } from '../../../../shared/scores/score-chip';
import { ScoreReading } from '../../../../shared/scores/score-reading';
import { Button } from '../../../../ui/button/button';
import { LoadProblem } from '../../../../ui/notice/load-problem';
import { Skeleton } from '../../../../ui/skeleton/skeleton';
import { usePhotos } from '../../hooks/use-photos';

const softClass = 'text-14 text-ink-soft tabular-nums';

/** Compares a retaken photo with an earlier photo that the owner chooses: the difference and its certainty. */
export function RetakeProgress({ photo }: { photo: PhotoRecord }) {
  const userId = useUserId();
  const sections = [usePhotos('profile').data, usePhotos('testing').data, usePhotos('bank').data];
  const [earlierId, setEarlierId] = useState(() => retakes.of(userId)?.[photo._id]);
  if (!photo.fairScore) return null;
  // Rated photos that were uploaded before this one, newest first.
  const offered = sections
    .flatMap((photos) => photos ?? [])
    .filter(({ fairScore, createdAt }) => fairScore !== null && createdAt < photo.createdAt)
    .sort((one, other) => other.createdAt.localeCompare(one.createdAt));
  if (offered.length === 0) return null;
  const choose = (chosen?: string) => {
    setEarlierId(chosen);
    retakes.set(userId, { ...retakes.of(userId), [photo._id]: chosen });
  };
  const earlier = offered.find(({ _id }) => _id === earlierId);
  return (
    <section className="grid min-w-0 justify-items-start gap-2 rounded-16 bg-tone p-4" aria-label={retakeTexts.title}>
      {earlier ? (
        <>
          <Progress earlier={earlier} photo={photo} />
          <Button size="s" variant="quiet" onClick={() => choose()}>
            {retakeTexts.chooseOther}
          </Button>
        </>
      ) : (
        <>
          <h3 className="text-16">{retakeTexts.ask}</h3>
          <p className={softClass}>{retakeTexts.askLead}</p>
          <ul className="flex flex-wrap gap-2" aria-label={retakeTexts.choose}>
            {offered.map((one, index) => (
              <li key={one._id}>
                <button
                  type="button"
                  className="block w-16 touch-manipulation rounded-12 border-0 bg-transparent p-0"
                  aria-label={compareTexts.photo(index + 1, shownAverage(one) ?? 0)}
                  onClick={() => choose(one._id)}
                >
                  <Photo source={one} alt="" sizes="72px" corners="small" />
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Progress({ earlier, photo }: { earlier: PhotoRecord; photo: PhotoRecord }) {
  const comparison = useComparison([earlier._id, photo._id]);
  if (comparison.isLoadingError) return <LoadProblem text={compareTexts.failed} onRetry={comparison.refetch} />;
  const pair = comparison.data && comparisonOf(comparison.data.comparisons, earlier._id, photo._id);
  const change = wholeScore(photo.fairScore?.score ?? 0) - wholeScore(earlier.fairScore?.score ?? 0);
  return (
    <>
      <div className="w-full">
        {pair ? (
          <h3 className="text-16">{certaintyOf(verdictOf(pair), photo)}</h3>
        ) : (
          <Skeleton height={24} width="70%" />
        )}
        <p className={softClass}>{retakeTexts.change(change)}</p>
      </div>
      <div className="grid grid-cols-[repeat(2,minmax(0,160px))] gap-3">
        <Reading title={retakeTexts.before} photo={earlier} />
        <Reading title={retakeTexts.now} photo={photo} />
      </div>
    </>
  );
}

function certaintyOf(verdict: Verdict, photo: PhotoRecord): string {
  if (verdict.kind === 'close') return compareTexts.close(verdict.assessors);
  return verdict.photoId === photo._id
    ? retakeTexts.newBetter(verdict.percent)
    : retakeTexts.earlierBetter(verdict.percent);
}

function Reading({ title, photo }: { title: string; photo: PhotoRecord }) {
  return (
    <figure className="grid content-start gap-1 [&_figcaption]:grid [&_figcaption]:content-start [&_figcaption]:gap-1">
      <figcaption>
        <strong>{title}</strong>
        <ScoreReading photo={photo} />
      </figcaption>
      <div className="relative">
        <Photo source={photo} alt={title} sizes="160px" corners="small" />
        <PhotoChip photo={photo} />
      </div>
    </figure>
  );
}

/** Ids of the photos chosen for comparison, by the id of the retaken photo. */
const retakes = remembered<Record<string, string | undefined>>('retakes');
