import type { Catalogue, Photo as PhotoRecord } from '@candid/contracts';
import { useState } from 'react';
import { commentsTexts } from '../../../../lib/texts/comments';
import { isLow } from '../../../../shared/comments/advice';
import { CommentBars, commentBarsPx, phraseAgreement } from '../../../../shared/comments/comment-bars';
import { CommentPanel } from '../../../../shared/comments/comment-panel';
import { panelOrder } from '../../../../shared/comments/comments';
import { useCatalogue } from '../../../../shared/comments/use-catalogue';
import { useRatings } from '../../../../shared/scores/use-score-details';
import { Button } from '../../../../ui/button/button';
import { Pending } from '../../../../ui/notice/load-problem';

interface CommentsTabProps {
  photo: PhotoRecord;
  /** Requests more comments: on `phraseIds` if they are given, else on any phrase. Undefined if that is not allowed. */
  onRequest?: (phraseIds?: readonly number[]) => void;
}

export function CommentsTab({ photo, onRequest }: CommentsTabProps) {
  const catalogue = useCatalogue();
  if (!catalogue.data) return <Pending query={catalogue} problem={commentsTexts.failed} height={180} />;
  return (
    <div className="-mt-2 grid gap-4">
      <CommentPanel
        comments={photo.comments}
        catalogue={catalogue.data}
        isLow={isLow(photo)}
        onRequest={photo.section === 'testing' ? undefined : onRequest}
      >
        {photo.limitReached && onRequest && (
          <Button block onClick={() => onRequest()}>
            {commentsTexts.requestAny}
          </Button>
        )}
      </CommentPanel>
      {photo.comments.length > 1 && <Agreement photo={photo} catalogue={catalogue.data} />}
    </div>
  );
}

const commentsShown = 5;

/** Phrases on which several assessors commented, with the number of assessors at each end of the scale. */
function Agreement({ photo, catalogue }: { photo: PhotoRecord; catalogue: Catalogue }) {
  const ratings = useRatings(photo._id);
  const expected = panelOrder(photo.comments).filter(({ scores }) => scores.length > 1).length;
  const expectedPx = commentBarsPx(Math.min(expected, commentsShown));
  const [all, setAll] = useState(false);
  const phrases = ratings.data && phraseAgreement(ratings.data.agreement, catalogue);
  const shown = phrases?.slice(0, all ? undefined : commentsShown) ?? [];
  return (
    <section className="grid gap-3 rounded-16 bg-tone p-4" aria-label={commentsTexts.agreement}>
      <h3 className="text-14 tracking-normal">{commentsTexts.agreement}</h3>
      {!phrases && <Pending query={ratings} problem={commentsTexts.fetchFailed} height={expectedPx} />}
      {phrases?.length === 0 && <p className="text-14 text-ink-soft">{commentsTexts.agreementNone}</p>}
      {phrases && phrases.length > 0 && <CommentBars phrases={shown} />}
      {phrases && phrases.length > commentsShown && (
        <Button size="s" variant="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? commentsTexts.fewerPhrases : commentsTexts.allPhrases(phrases.length)}
        </Button>
      )}
    </section>
  );
}
