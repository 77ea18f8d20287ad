import type { ComparedPhotos, Photo as PhotoRecord } from '@candid/contracts';
import { CircleCheck, Scale } from 'lucide-react';
import { Link } from 'react-router-dom';
import { comparisonOf, verdictOf } from '../../../lib/scores/comparison';
import { shownScore } from '../../../lib/scores/fair-score';
import { compareTexts } from '../../../lib/texts/compare';
import { Photo } from '../../../ui/photo/photo';
import { ScoreChip } from '../../../ui/score-chip/score-chip';
import { ScoreReading } from '../../../ui/score-reading/score-reading';
import styles from './photo-pair.module.css';

interface PhotoPairProps {
  photos: readonly [PhotoRecord, PhotoRecord];
  compared: ComparedPhotos;
}

/** Two photos side by side: which is better, how sure that is, or what it would take to tell. */
export function PhotoPair({ photos, compared }: PhotoPairProps) {
  const [first, second] = photos;
  const comparison = comparisonOf(compared.comparisons, first._id, second._id);
  const verdict = comparison && verdictOf(comparison);
  const fairScores = new Map(compared.fairScores.map(({ photoId, fairScore }) => [photoId as string, fairScore]));
  return (
    <section className={styles.frame} aria-label={compareTexts.sideBySide}>
      <div className={styles.pair}>
        {photos.map((photo, index) => {
          const fairScore = fairScores.get(photo._id) ?? photo.fairScore;
          const better = verdict?.kind === 'better' && verdict.photoId === photo._id;
          return (
            <article key={photo._id} className={styles.photo} aria-label={compareTexts.position(index + 1)}>
              <Link to={`/profile?photo=${photo._id}`} className={styles.face}>
                <Photo source={photo} alt={compareTexts.open(index + 1)} sizes="(min-width: 900px) 360px, 50vw" eager />
                <span className={styles.chip}>
                  <ScoreChip score={shownScore({ ...photo, fairScore })} />
                </span>
              </Link>
              {fairScore && <ScoreReading fairScore={fairScore} previous={null} />}
              {better && (
                <p className={styles.better}>
                  <CircleCheck aria-hidden="true" />
                  {compareTexts.better(verdict.percent)}
                </p>
              )}
            </article>
          );
        })}
      </div>
      {verdict?.kind === 'close' && (
        <p className={styles.close}>
          <Scale aria-hidden="true" />
          {compareTexts.close(verdict.raters)}
        </p>
      )}
    </section>
  );
}
