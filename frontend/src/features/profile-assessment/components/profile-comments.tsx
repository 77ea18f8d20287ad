import type { Catalogue, Photo } from '@candid/contracts';
import { useIsFetching } from '@tanstack/react-query';
import { ChevronRight, RefreshCw } from 'lucide-react';
import { queryKeys } from '../../../lib/query/keys';
import { commentsTexts } from '../../../lib/texts/comments';
import { profileAssessmentTexts as texts } from '../../../lib/texts/profile-assessment';
import { CommentDisplay } from '../../../shared/comments/comment-display';
import { IconButton } from '../../../ui/icon-button/icon-button';
import { LoadProblem } from '../../../ui/notice/load-problem';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import type { ProfileAssessments } from '../hooks/use-profile-assessments';
import { stateOf } from '../round-state';
import styles from './profile-comments.module.css';
import { RoundActions, type RoundActs, RoundProgress } from './round-actions';

interface ProfileCommentsProps extends RoundActs {
  assessments: ProfileAssessments;
  /** Of the planner. */
  photos: readonly Photo[];
  catalogue: Catalogue | undefined;
  onOpen: () => void;
}

/** What people say about the photos of the planner as a set, and how to ask them. */
export function ProfileComments({ assessments, photos, catalogue, onOpen, ...acts }: ProfileCommentsProps) {
  const { query, current, notifications } = assessments;
  const isNew = notifications.count > 0;
  if (photos.length === 0) return null;
  return (
    <section className={styles.widget} aria-label={texts.widget}>
      <header className={styles.header}>
        <h3 className={styles.title}>{texts.widget}</h3>
        <IconButton
          label={isNew ? texts.refreshNew : texts.refresh}
          icon={<RefreshIcon />}
          dot={isNew}
          onClick={assessments.refresh}
        />
        <IconButton
          label={isNew ? texts.openNew(notifications.count) : texts.open}
          icon={<ChevronRight />}
          count={notifications.count}
          onClick={onOpen}
        />
      </header>
      {query.isLoadingError ? (
        <LoadProblem text={texts.loadFailed} onRetry={() => query.refetch()} />
      ) : query.data ? (
        <WidgetBody assessments={assessments} catalogue={catalogue} />
      ) : (
        <Skeleton height={48} />
      )}
      {query.data && <RoundActions round={current} busy={assessments.busy} {...acts} />}
    </section>
  );
}

function WidgetBody({ assessments: { current }, catalogue }: Pick<ProfileCommentsProps, 'assessments' | 'catalogue'>) {
  const state = stateOf(current);
  if (current && (state === 'assessing' || state === 'complete')) return <RoundProgress round={current} />;
  return (
    <div className={styles.comments}>
      {state === 'none' && <p className={styles.lead}>{texts.widgetLead}</p>}
      <CommentDisplay mode="general" comments={current?.comments ?? []} catalogue={catalogue} labels={commentsTexts} />
    </div>
  );
}

/** Turns while something is on its way; alone, for a fetch begins and ends without anything else to show. */
function RefreshIcon() {
  const fetching = useIsFetching({ queryKey: queryKeys.profileAssessments() }) > 0;
  return <RefreshCw className={fetching ? styles.turning : undefined} />;
}
