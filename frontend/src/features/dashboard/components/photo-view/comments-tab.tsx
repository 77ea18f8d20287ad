import type { Photo } from '@candid/contracts';
import { useCatalogue } from '../../../../lib/catalogue/use-catalogue';
import { commentsTexts } from '../../../../lib/texts/comments';
import { errorTexts } from '../../../../lib/texts/errors';
import { Button } from '../../../../ui/button/button';
import { CommentPanel } from '../../../../ui/comment-panel/comment-panel';
import { Notice } from '../../../../ui/notice/notice';
import { Skeleton } from '../../../../ui/skeleton/skeleton';
import { Agreement } from './agreement';
import styles from './tabs.module.css';

interface CommentsTabProps {
  photo: Photo;
  /** Asks for more comments on these phrases, or on any; left out while new assessments are not open to this person. */
  onRequest?: (phraseIds?: readonly number[]) => void;
}

/** What people said about a photo, phrase by phrase, the weightiest first. */
export function CommentsTab({ photo, onRequest }: CommentsTabProps) {
  const catalogue = useCatalogue();
  if (catalogue.isLoadingError) {
    return (
      <Notice
        tone="danger"
        action={
          <Button size="s" onClick={() => catalogue.refetch()}>
            {errorTexts.retry}
          </Button>
        }
      >
        {commentsTexts.failed}
      </Notice>
    );
  }
  if (!catalogue.data) return <Skeleton height={180} />;
  return (
    <div className={styles.stack}>
      {photo.comments.length > 1 && <Agreement photo={photo} catalogue={catalogue.data} />}
      <CommentPanel
        comments={photo.comments}
        catalogue={catalogue.data}
        labels={commentsTexts}
        onRequest={photo.section === 'testing' ? undefined : onRequest}
      >
        {photo.limitReached && onRequest && (
          <Button block onClick={() => onRequest()}>
            {commentsTexts.requestAny}
          </Button>
        )}
      </CommentPanel>
    </div>
  );
}
