import type { Catalogue } from '@candid/contracts';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import type { CSSProperties } from 'react';
import { agreedComments } from '../../../../lib/comments/agreement';
import { useRatings } from '../../../../lib/scores/use-score-details';
import { commentsTexts } from '../../../../lib/texts/comments';
import { errorTexts } from '../../../../lib/texts/errors';
import { Button } from '../../../../ui/button/button';
import { classNames } from '../../../../ui/class-names/class-names';
import { Notice } from '../../../../ui/notice/notice';
import { Skeleton } from '../../../../ui/skeleton/skeleton';
import styles from './agreement.module.css';

const commentsShown = 5;

/** Which comments came from more than one rater, and from how many of all. */
export function Agreement({ photoId, catalogue }: { photoId: string; catalogue: Catalogue }) {
  const ratings = useRatings(photoId);
  const agreed = ratings.data && agreedComments(ratings.data.agreement, catalogue, commentsShown);
  return (
    <section className={styles.agreement} aria-label={commentsTexts.agreement}>
      <h3 className={styles.title}>{commentsTexts.agreement}</h3>
      {ratings.isLoadingError && (
        <Notice
          tone="danger"
          action={
            <Button size="s" onClick={() => ratings.refetch()}>
              {errorTexts.retry}
            </Button>
          }
        >
          {commentsTexts.fetchFailed}
        </Notice>
      )}
      {ratings.isPending && <Skeleton height={76} />}
      {agreed?.length === 0 && <p className={styles.quiet}>{commentsTexts.agreementNone}</p>}
      {agreed && agreed.length > 0 && (
        <ul className={styles.list}>
          {agreed.map(({ key, words, raters, of, praise }) => {
            const Sign = praise ? ThumbsUp : ThumbsDown;
            return (
              <li key={key} className={styles.comment}>
                <Sign aria-hidden="true" className={classNames(styles.sign, praise && styles.praise)} />
                <p className={styles.words}>
                  <strong>{commentsTexts.agree(raters, of)}</strong> {words}
                </p>
                <span
                  aria-hidden="true"
                  className={classNames(styles.bar, praise && styles.praise)}
                  style={{ '--share': raters / of } as CSSProperties}
                />
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
