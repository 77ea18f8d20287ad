import type { Photo } from '@candid/contracts';
import { useCatalogue } from '../../../lib/catalogue/use-catalogue';
import { commentDifferences, type Saying } from '../../../lib/comments/differences';
import { commentsTexts } from '../../../lib/texts/comments';
import { compareTexts } from '../../../lib/texts/compare';
import { Notice } from '../../../ui/notice/notice';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import styles from './pair-comments.module.css';

const shownMax = 6;

/** What was said of one photo and not of the other, or with the other meaning. */
export function PairComments({ photos: [first, second] }: { photos: readonly [Photo, Photo] }) {
  const catalogue = useCatalogue();
  const differences = catalogue.data && commentDifferences(first.comments, second.comments, catalogue.data);
  return (
    <section className={styles.frame} aria-label={compareTexts.differences}>
      <h2 className={styles.title}>{compareTexts.differences}</h2>
      {catalogue.isLoadingError && <Notice tone="danger">{commentsTexts.failed}</Notice>}
      {catalogue.isPending && <Skeleton height={120} />}
      {differences?.length === 0 && <p className={styles.none}>{compareTexts.noDifferences}</p>}
      {differences && differences.length > 0 && (
        <ul className={styles.list}>
          {differences.slice(0, shownMax).map(({ phraseId, phrase, isScale, sayings }) => (
            <li key={phraseId} className={styles.difference}>
              <h3 className={styles.phrase}>{phrase}</h3>
              {sayings.map((saying, index) => (
                <SayingCell
                  key={index === 0 ? 'first' : 'second'}
                  position={index + 1}
                  saying={saying}
                  isScale={isScale}
                />
              ))}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function SayingCell({ position, saying, isScale }: { position: number; saying: Saying | null; isScale: boolean }) {
  return (
    <p className={styles.saying}>
      <span className="visually-hidden">{compareTexts.position(position)}</span>
      {saying ? (
        <>
          {isScale && (
            <strong className={saying.reading.praise ? styles.praise : undefined}>{saying.reading.label}</strong>
          )}
          <span className={styles.times}>
            {saying.agreeing === saying.times
              ? commentsTexts.given(saying.times)
              : compareTexts.agreeing(saying.agreeing, saying.times)}
          </span>
        </>
      ) : (
        <span className={styles.times}>{compareTexts.notSaid}</span>
      )}
    </p>
  );
}
