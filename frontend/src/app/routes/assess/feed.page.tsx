import { useEffect } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { assessmentQueue, carouselPath, withoutWaiting } from '../../../features/assess/assessment-queue';
import { useApproval, useAvailableAssessments } from '../../../features/assess/assessments';
import { FeedSkeleton } from '../../../features/assess/components/carousel-frame';
import { FeedArt } from '../../../features/assess/components/feed-art';
import { StandingPage, useReadWarning, useStanding } from '../../../features/assess/components/standing';
import { refusalWords, submissionOutbox, useWaitingSubmissions } from '../../../features/assess/submission-outbox';
import { hasCode, messageOf } from '../../../lib/api/errors';
import { assessTexts } from '../../../lib/texts/assess';
import { commonTexts, errorTexts } from '../../../lib/texts/common';
import { Button, LinkButton } from '../../../ui/button/button';
import { focusMain } from '../../../ui/dom/dom';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { Notice } from '../../../ui/notice/notice';
import { Screen } from '../../shell/screen';

const contentClass = 'mx-auto flex w-full max-w-page flex-1 flex-col px-4 pb-8 wide:px-6 wide:pb-12';

export default function FeedPage() {
  const approval = useApproval();
  if (approval === 'missing') return <Navigate to="/approve" replace />;
  return (
    <Screen title={assessTexts.title} width="edge">
      {approval === 'approved' ? <Feed /> : <FeedLoading text={assessTexts.loading} />}
    </Screen>
  );
}

function Feed() {
  const navigate = useNavigate();
  const assessments = useAvailableAssessments(true);
  const standing = useStanding();
  const warning = useReadWarning(standing.data);
  const waiting = useWaitingSubmissions();
  const available = assessments.data && waiting && withoutWaiting(assessments.data, waiting);
  const hasRefused = waiting?.some(({ refusal }) => refusal) ?? false;
  const isPaused = standing.data?.standing === 'paused';
  const hasToRead = isPaused || warning.isUnread || hasRefused;
  const mayGoOn = assessments.isSuccess && !assessments.isFetching && !standing.isPending && !hasToRead;
  const [first] = available ?? [];
  const isEmpty = assessments.isError || (available?.length === 0 && !standing.isPending);

  useEffect(() => {
    if (!mayGoOn || !available || !first) return;
    assessmentQueue.fill(available);
    navigate(carouselPath(first), { replace: true });
  }, [mayGoOn, available, first, navigate]);

  if (hasCode(assessments.error, 'FORBIDDEN')) return <Navigate to="/approve" replace />;
  if (!isEmpty && !hasToRead) return <FeedLoading text={assessTexts.loadingUsers} />;
  if (isPaused || warning.isUnread) {
    return (
      <div className={contentClass}>
        <StandingPage onGoOn={isPaused ? undefined : warning.markRead} />
      </div>
    );
  }
  return (
    <div className={contentClass}>
      {!isEmpty && <h1 className="sr-only">{assessTexts.title}</h1>}
      <WaitingSubmissions canGoOn={first !== undefined} />
      {isEmpty && (
        <div className="my-auto">
          <EmptyState
            headingLevel={1}
            art={!assessments.isError && <FeedArt />}
            title={assessments.isError ? errorTexts.loading : assessTexts.none}
            text={assessments.isError ? messageOf(assessments.error) : assessTexts.noneText}
            action={
              <>
                <Button variant="primary" busy={assessments.isFetching} onClick={() => assessments.refetch()}>
                  {assessments.isError ? errorTexts.retry : assessTexts.checkAgain}
                </Button>
                {!assessments.isError && <LinkButton to="/profile">{assessTexts.toPhotos}</LinkButton>}
              </>
            }
          />
        </div>
      )}
    </div>
  );
}

function FeedLoading({ text }: { text: string }) {
  return (
    // The carousel follows without the navigation above it.
    <div className="flex flex-1 flex-col wide:[--above:68px]">
      <h1 className="sr-only">{assessTexts.title}</h1>
      <div className="px-4 wide:px-6">
        <WaitingSubmissions canGoOn={false} />
      </div>
      <FeedSkeleton text={text} />
    </div>
  );
}

export function WaitingSubmissions({ canGoOn }: { canGoOn: boolean }) {
  const entries = useWaitingSubmissions() ?? [];
  if (entries.length === 0) return null;
  const refused = entries.flatMap(({ refusal, ...entry }) => (refusal ? { ...entry, refusal } : []));
  const waiting = entries.length - refused.length;
  const dismiss = (read: typeof refused) => {
    // The focused button disappears with the entry that it dismisses.
    focusMain();
    for (const { idempotencyKey } of read) void submissionOutbox.dismiss(idempotencyKey);
  };
  return (
    <div className="grid gap-3 pt-4">
      {waiting > 0 && <Notice>{assessTexts.waiting(waiting)}</Notice>}
      {refused.map((entry) => (
        <Notice
          key={entry.idempotencyKey}
          tone="danger"
          action={
            <Button size="s" onClick={() => dismiss([entry])}>
              {commonTexts.dismiss}
            </Button>
          }
        >
          {refusalWords(entry.refusal)}
        </Notice>
      ))}
      {refused.length > 0 && canGoOn && (
        <Button variant="primary" onClick={() => dismiss(refused)}>
          {assessTexts.goOn}
        </Button>
      )}
    </div>
  );
}
