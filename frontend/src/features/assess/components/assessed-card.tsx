import type { AssessedPhoto, Catalogue } from '@candid/contracts';
import { MessageSquarePlus } from 'lucide-react';
import { findPhrase, readComment } from '../../../lib/comments/comments';
import { assessTexts } from '../../../lib/texts/assess';
import { Button } from '../../../ui/button/button';
import { Photo } from '../../../ui/photo/photo';
import type { PhotoEntry } from '../hooks/progress';
import styles from './assessed-card.module.css';
import { BenchmarkMark, benchmarkAverage } from './benchmark-mark';
import { RatingSlider } from './rating-slider';

interface AssessedCardProps {
  photo: AssessedPhoto;
  position: number;
  count: number;
  catalogue: Catalogue;
  entry: PhotoEntry;
  onRate: (rating: number) => void;
  onComment: () => void;
  onPictureLost: () => void;
}

const sizes = '(min-width: 900px) 480px, 100vw';

/** One photo of the test: to be rated and commented, or a benchmark to compare with. */
export function AssessedCard(props: AssessedCardProps) {
  const { photo, position, count, catalogue, entry, onRate, onComment, onPictureLost } = props;
  const alt = assessTexts.photo(position, count);
  if (photo.isBenchmark || photo.section !== 'testing') {
    return (
      <div className={styles.card}>
        <Photo source={photo} alt={alt} sizes={sizes} corners="edge" onLost={onPictureLost}>
          <BenchmarkMark average={benchmarkAverage(photo)} />
        </Photo>
      </div>
    );
  }
  const commentable = photo.minComments > 0;
  const missing = photo.minComments - entry.comments.length;
  const picture = (
    <Photo source={photo} alt={alt} sizes={sizes} eager={position <= 2} corners="edge" onLost={onPictureLost} />
  );
  return (
    <section className={styles.card} aria-label={alt}>
      {commentable ? (
        <button
          type="button"
          className={styles.picture}
          aria-label={assessTexts.commentsOf(position)}
          onClick={onComment}
        >
          {picture}
        </button>
      ) : (
        picture
      )}
      <div className={styles.controls}>
        {photo.ratingRequired && <RatingSlider position={position} rating={entry.rating} onRate={onRate} />}
        {commentable && (
          <div className={styles.comments}>
            {entry.comments.map(([sectionId, phraseId, score]) => {
              const phrase = findPhrase(catalogue, sectionId, phraseId);
              return (
                phrase && (
                  <span key={phraseId} className={styles.chip}>
                    <strong>{phrase.phrase}</strong>
                    {phrase.isScale && ` ${readComment(phrase, score).label}`}
                  </span>
                )
              );
            })}
            <Button size="s" icon={<MessageSquarePlus />} onClick={onComment}>
              {entry.comments.length > 0 ? assessTexts.editComments : assessTexts.addComments}
            </Button>
            {missing > 0 && <span className={styles.missing}>{assessTexts.commentsNeeded(missing)}</span>}
          </div>
        )}
      </div>
    </section>
  );
}
