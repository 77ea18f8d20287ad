import type { Catalogue, Photo } from '@candid/contracts';
import { useState } from 'react';
import { phraseVotes } from '../../../../lib/comments/agreement';
import { panelOrder } from '../../../../lib/comments/comments';
import { useRatings } from '../../../../lib/scores/use-score-details';
import { commentsTexts } from '../../../../lib/texts/comments';
import { errorTexts } from '../../../../lib/texts/errors';
import { Button } from '../../../../ui/button/button';
import { CommentBars, commentBarsPx } from '../../../../ui/comment-bars/comment-bars';
import { Notice } from '../../../../ui/notice/notice';
import { Skeleton } from '../../../../ui/skeleton/skeleton';
import styles from './agreement.module.css';

const commentsShown = 5;

/** On which phrases more than one rater commented, and how many chose which end. */
export function Agreement({ photo, catalogue }: { photo: Photo; catalogue: Catalogue }) {
  const ratings = useRatings(photo._id);
  const expected = panelOrder(photo.comments).filter(({ scores }) => scores.length > 1).length;
  const [all, setAll] = useState(false);
  const phrases = ratings.data && phraseVotes(ratings.data.agreement, catalogue);
  const shown = phrases?.slice(0, all ? undefined : commentsShown) ?? [];
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
      {ratings.isPending && <Skeleton height={commentBarsPx(Math.min(expected, commentsShown))} />}
      {phrases?.length === 0 && <p className={styles.quiet}>{commentsTexts.agreementNone}</p>}
      {phrases && phrases.length > 0 && <CommentBars phrases={shown} labels={commentsTexts.bars} />}
      {phrases && phrases.length > commentsShown && (
        <Button size="s" variant="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? commentsTexts.fewerPhrases : commentsTexts.allPhrases(phrases.length)}
        </Button>
      )}
    </section>
  );
}
