import type { Catalogue, Photo } from '@candid/contracts';
import { ChevronRight, RefreshCw } from 'lucide-react';
import type { MouseEvent } from 'react';
import { profileAssessmentTexts as texts } from '../../../lib/texts/profile-assessment';
import { CommentDisplay } from '../../../shared/comments/comment-display';
import { Button } from '../../../ui/button/button';
import { IconButton } from '../../../ui/icon-button/icon-button';
import { LoadProblem } from '../../../ui/notice/load-problem';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import type { ProfileAssessments } from '../hooks/use-profile-assessments';
import { stateOf } from '../round-state';
import { RoundActions, type RoundActs, RoundProgress } from './round-actions';

interface ProfileCommentsProps extends RoundActs {
  assessments: ProfileAssessments;
  photos: readonly Photo[];
  catalogue: Catalogue | undefined;
  onOpen: () => void;
}

export function ProfileComments({ assessments, photos, catalogue, onOpen, ...acts }: ProfileCommentsProps) {
  const { query, current, notifications } = assessments;
  const isNew = notifications.count > 0;
  const refresh = ({ currentTarget }: MouseEvent) => {
    // The focused button disappears when the new comments load, so the focus moves to the button that opens them.
    if (currentTarget.nextElementSibling instanceof HTMLElement) currentTarget.nextElementSibling.focus();
    assessments.refresh();
  };
  if (photos.length === 0) return null;
  return (
    <section
      className="mt-4 grid grid-cols-1 gap-3 rounded-16 border border-line bg-surface px-4 pt-2 pb-4"
      aria-label={texts.widget}
    >
      <header className="-mr-2.5 flex items-center max-[301px]:flex-wrap max-[301px]:justify-end">
        <div className="min-w-0 flex-1 wrap-break-word max-[301px]:basis-full max-[301px]:pt-2">
          <h3>{texts.widget}</h3>
          {isNew && <p className="text-14 text-ink-soft">{texts.countNew(notifications.count)}</p>}
        </div>
        {isNew && (
          <Button size="s" icon={<RefreshCw />} aria-label={texts.refreshNew} onClick={refresh}>
            {texts.refresh}
          </Button>
        )}
        <IconButton
          label={isNew ? texts.openNew(notifications.count) : texts.open}
          icon={<ChevronRight />}
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
    <div className="grid animate-appear gap-2 pb-1">
      {state === 'none' && (
        <p className="text-ink-soft">
          {texts.none} {texts.widgetLead}
        </p>
      )}
      <CommentDisplay mode="general" comments={current?.comments ?? []} catalogue={catalogue} />
    </div>
  );
}
