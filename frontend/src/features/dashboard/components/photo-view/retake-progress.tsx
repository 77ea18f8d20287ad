import type { Photo as PhotoRecord } from '@candid/contracts';
import { useState } from 'react';
import { useUserId } from '../../../../lib/session/use-session';
import { compareTexts } from '../../../../lib/texts/results';
import { retakeTexts } from '../../../../lib/texts/retake';
import { scoreTexts } from '../../../../lib/texts/scores';
import { Photo } from '../../../../shared/photos/photo';
import { comparisonOf, useComparison, type Verdict, verdictOf } from '../../../../shared/scores/comparison';
import { shownAverage, wholeInterval, wholeScore } from '../../../../shared/scores/fair-score';
import { Button } from '../../../../ui/button/button';
import { LoadProblem } from '../../../../ui/notice/load-problem';
import { Skeleton } from '../../../../ui/skeleton/skeleton';
import { usePhotos } from '../../hooks/use-photos';
import styles from './retake-progress.module.css';
import { earlierPhotos, storedEarlier, storeEarlier } from './retakes';

/** Compares a retaken photo with the earlier one: the difference and its certainty. The owner chooses the earlier photo. */
export function RetakeProgress({ photo }: { photo: PhotoRecord }) {
  const userId = useUserId();
  const sections = [usePhotos('profile').data, usePhotos('testing').data, usePhotos('bank').data];
  const [earlierId, setEarlierId] = useState(() => storedEarlier(userId, photo._id));
  if (!photo.fairScore) return null;
  const offered = earlierPhotos(
    sections.flatMap((photos) => photos ?? []),
    photo,
  );
  if (offered.length === 0) return null;
  const choose = (chosen: string | null) => {
    setEarlierId(chosen);
    storeEarlier(userId, photo._id, chosen);
  };
  const earlier = offered.find(({ _id }) => _id === earlierId);
  return (
    <section className={styles.frame} aria-label={retakeTexts.title}>
      {earlier ? (
        <>
          <Progress earlier={earlier} photo={photo} />
          <Button size="s" variant="quiet" onClick={() => choose(null)}>
            {retakeTexts.chooseOther}
          </Button>
        </>
      ) : (
        <EarlierChoice photos={offered} onChoose={(chosen) => choose(chosen._id)} />
      )}
    </section>
  );
}

interface EarlierChoiceProps {
  photos: readonly PhotoRecord[];
  onChoose: (photo: PhotoRecord) => void;
}

function EarlierChoice({ photos, onChoose }: EarlierChoiceProps) {
  return (
    <>
      <h3 className={styles.title}>{retakeTexts.ask}</h3>
      <p className={styles.soft}>{retakeTexts.askLead}</p>
      <ul className={styles.choices} aria-label={retakeTexts.choose}>
        {photos.map((photo, index) => (
          <li key={photo._id}>
            <button
              type="button"
              className={styles.choice}
              aria-label={compareTexts.photo(index + 1, shownAverage(photo) ?? 0, photo.fairScore?.score)}
              onClick={() => onChoose(photo)}
            >
              <Photo source={photo} alt="" sizes="72px" corners="small" />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

interface ProgressProps {
  earlier: PhotoRecord;
  photo: PhotoRecord;
}

function Progress({ earlier, photo }: ProgressProps) {
  const comparison = useComparison([earlier._id, photo._id]);
  if (comparison.isLoadingError) return <LoadProblem text={compareTexts.failed} onRetry={() => comparison.refetch()} />;
  const pair = comparison.data && comparisonOf(comparison.data.comparisons, earlier._id, photo._id);
  const change = wholeScore(photo.fairScore?.score ?? 0) - wholeScore(earlier.fairScore?.score ?? 0);
  return (
    <>
      <div className={styles.verdict}>
        {pair ? (
          <h3 className={styles.title}>{certaintyOf(verdictOf(pair), photo)}</h3>
        ) : (
          <Skeleton height={24} width="70%" />
        )}
        <p className={styles.soft}>{retakeTexts.change(change)}</p>
      </div>
      <div className={styles.pair}>
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
  const { fairScore } = photo;
  return (
    <figure className={styles.reading}>
      <figcaption>
        <strong>{title}</strong>
        {fairScore && (
          <span className={styles.soft}>
            {scoreTexts.fairReading(fairScore.score, wholeInterval(fairScore), fairScore.raters)}
          </span>
        )}
      </figcaption>
      <Photo source={photo} alt={title} sizes="160px" corners="small" />
    </figure>
  );
}
