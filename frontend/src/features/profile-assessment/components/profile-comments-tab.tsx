import type { Catalogue } from '@candid/contracts';
import { commentsTexts } from '../../../lib/texts/comments';
import { profileAssessmentTexts as texts } from '../../../lib/texts/profile-assessment';
import { CommentPanel } from '../../../ui/comment-panel/comment-panel';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import type { ProfileGroup } from '../api/groups';
import { stateOf } from '../hooks/group-state';
import styles from './profile-tabs.module.css';

interface ProfileCommentsTabProps {
  group: ProfileGroup;
  catalogue: Catalogue | undefined;
  /** Asks about these phrases once more; left out where nothing can be asked now. */
  onRequest?: (phraseIds: readonly number[]) => void;
}

/** What was said about a profile, phrase by phrase, of all sections or of one. */
export function ProfileCommentsTab({ group, catalogue, onRequest }: ProfileCommentsTabProps) {
  if (!catalogue) return <Skeleton height={180} />;
  const waiting = stateOf(group) === 'assessing' && group.comments.length === 0;
  return (
    <CommentPanel comments={group.comments} catalogue={catalogue} labels={commentsTexts} general onRequest={onRequest}>
      {waiting && <p className={styles.quiet}>{texts.waiting}</p>}
    </CommentPanel>
  );
}
