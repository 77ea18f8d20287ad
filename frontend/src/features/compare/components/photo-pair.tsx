import type { ComparedPhotos, Photo as PhotoRecord } from '@candid/contracts';
import { CircleCheck, Scale } from 'lucide-react';
import { Link } from 'react-router-dom';
import { comparisonOf, type Verdict, verdictOf } from '../../../lib/scores/comparison';
import { shownRange, shownScore } from '../../../lib/scores/fair-score';
import { compareTexts } from '../../../lib/texts/compare';
import { Photo } from '../../../ui/photo/photo';
import { ScoreChip } from '../../../ui/score-chip/score-chip';
import { ScoreReading } from '../../../ui/score-reading/score-reading';
import { PairComments } from './pair-comments';
import { PairScores, usePairVotes } from './pair-scores';
import styles from './photo-pair.module.css';

interface PhotoPairProps {
  photos: readonly [PhotoRecord, PhotoRecord];
  compared: ComparedPhotos;
}

/** Two photos side by side: which is better, how sure that is, how they were rated and what was said differently. */
export function PhotoPair({ photos, compared }: PhotoPairProps) {
  const [first, second] = photos;
  const comparison = comparisonOf(compared.comparisons, first._id, second._id);
  const verdict = comparison && verdictOf(comparison);
  const fairScores = new Map(compared.fairScores.map(({ photoId, fairScore }) => [photoId as string, fairScore]));
  const { details, tallest } = usePairVotes(photos);
  return (
    <section className={styles.frame} aria-label={compareTexts.sideBySide}>
      {verdict?.kind === 'close' && (
        <p className={styles.close}>
          <Scale aria-hidden="true" />
          {compareTexts.close(verdict.raters)}
        </p>
      )}
      <div className={styles.pair}>
        {photos.map((photo, index) => {
          const fairScore = fairScores.get(photo._id) ?? photo.fairScore;
          const scored = { ...photo, fairScore };
          return (
            <article key={photo._id} className={styles.photo} aria-label={compareTexts.position(index + 1)}>
              <Link to={`/profile?photo=${photo._id}`} className={styles.face}>
                <Photo source={photo} alt={compareTexts.open(index + 1)} sizes="(min-width: 900px) 360px, 50vw" eager />
                <span className={styles.number} aria-hidden="true">
                  {index + 1}
                </span>
                <span className={styles.chip}>
                  <ScoreChip score={shownScore(scored)} range={shownRange(scored)} />
                </span>
              </Link>
              {fairScore && <ScoreReading fairScore={fairScore} previous={null} band={false} />}
              <Better verdict={verdict} photoId={photo._id} />
              <PairScores details={index === 0 ? details[0] : details[1]} tallest={tallest} />
            </article>
          );
        })}
      </div>
      <PairComments photos={photos} />
    </section>
  );
}

/** Under both photos, empty under the weaker one, so that the pictures below stay level. */
function Better({ verdict, photoId }: { verdict: Verdict | undefined; photoId: string }) {
  if (verdict?.kind !== 'better') return null;
  if (verdict.photoId !== photoId) return <p className={styles.better} aria-hidden="true" />;
  return (
    <p className={styles.better}>
      <CircleCheck aria-hidden="true" />
      {compareTexts.better(verdict.percent)}
    </p>
  );
}
