import type { ComparedPhotos, Photo as PhotoRecord } from '@candid/contracts';
import { ArrowUp, Scale, Trophy } from 'lucide-react';
import { Link } from 'react-router-dom';
import { compareTexts } from '../../../lib/texts/results';
import { Photo } from '../../../shared/photos/photo';
import { shownAverage } from '../../../shared/scores/adjusted-score';
import { assessorsToTellApart, comparisonOf, placesOf, verdictOf } from '../../../shared/scores/comparison';
import { ScoreChip } from '../../../shared/scores/score-chip';
import { ScoreReading } from '../../../shared/scores/score-reading';
import styles from './photo-choice.module.css';

interface PhotoOrderProps {
  photos: readonly PhotoRecord[];
  compared: ComparedPhotos;
}

/** Several photos, best first. Photos without a clear difference share a place. */
export function PhotoOrder({ photos, compared }: PhotoOrderProps) {
  const places = placesOf(compared.ranking);
  return (
    <section className={styles.frame} aria-label={compareTexts.order}>
      <h2 className={styles.title}>{compareTexts.order}</h2>
      <ol className={styles.groups}>
        {compared.ranking.map((group, index) => {
          const members = group.flatMap((photoId) => photos.find(({ _id }) => _id === photoId) ?? []);
          const [first] = group;
          if (!first || members.length === 0) return null;
          const place = places.get(first) ?? index + 1;
          const tied = members.length > 1;
          return (
            <li key={first} className={styles.group}>
              <div className={styles.head}>
                <span className={styles.place}>{tied ? compareTexts.tiedPlace(place) : compareTexts.place(place)}</span>
                {index === 0 && (
                  <span className={styles.lead}>
                    <Trophy aria-hidden="true" />
                    {tied ? compareTexts.leadAny : compareTexts.leadPhoto}
                  </span>
                )}
              </div>
              <ul className={styles.members}>
                {members.map((photo) => (
                  <Member key={photo._id} photo={photo} compared={compared} />
                ))}
              </ul>
              {tied && (
                <p className={styles.note}>
                  <Scale aria-hidden="true" /> {compareTexts.close(assessorsToTellApart(group, compared.comparisons))}
                </p>
              )}
              <Lead group={group} next={compared.ranking[index + 1]} compared={compared} />
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Member({ photo, compared }: { photo: PhotoRecord; compared: ComparedPhotos }) {
  const scores = compared.fairScores.find(({ photoId }) => photoId === photo._id);
  const fairScore = scores?.fairScore ?? photo.fairScore;
  return (
    <li>
      <Link to={`/profile?photo=${photo._id}`} className={styles.member}>
        <span className={styles.orderFace}>
          <Photo source={photo} alt={compareTexts.yourPhoto} sizes="72px" corners="small" />
        </span>
        {fairScore && (
          <>
            <ScoreChip score={shownAverage(photo)} range={photo.originalRange} />
            <span className={styles.reading}>
              <ScoreReading fairScore={fairScore} previous={null} audienceScore={scores?.audienceScore} />
            </span>
          </>
        )}
      </Link>
    </li>
  );
}

interface LeadProps {
  group: readonly string[];
  next: readonly string[] | undefined;
  compared: ComparedPhotos;
}

/** The probability that a place comes before the next one, from the best photo of each. */
function Lead({ group: [best], next, compared }: LeadProps) {
  const follower = next?.[0];
  const comparison = best && follower ? comparisonOf(compared.comparisons, best, follower) : undefined;
  const verdict = comparison && verdictOf(comparison);
  if (verdict?.kind !== 'better') return null;
  return (
    <p className={styles.note}>
      <ArrowUp aria-hidden="true" /> {compareTexts.ahead(verdict.percent)}
    </p>
  );
}
