import type { ComponentType } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router-dom';
import { useApproval } from '../../../features/assess/assessments';
import { FeedArt } from '../../../features/assess/components/feed-art';
import { StandingPage } from '../../../features/assess/components/standing';
import { ApiError, hasCode, messageOf } from '../../../lib/api/errors';
import { assessTexts } from '../../../lib/texts/assess';
import { Button, LinkButton } from '../../../ui/button/button';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { LoadProblem } from '../../../ui/notice/load-problem';
import { PageLoading } from '../../shell/page-loading';
import { Screen } from '../../shell/screen';

interface AssessmentTroubleProps {
  title: string;
  /** The failure of the request; null if the server answered without an assessment. */
  error: unknown;
  busy: boolean;
  onAgain: () => void;
  onNext: () => void;
}

export function AssessmentTrouble({ title, error, busy, onAgain, onNext }: AssessmentTroubleProps) {
  // The server refuses the account, even if this browser remembers an approval.
  if (hasCode(error, 'FORBIDDEN')) return <Navigate to="/approve" replace />;
  if (hasCode(error, 'ASSESSOR_PAUSED')) {
    return (
      <Screen title={title}>
        <StandingPage />
      </Screen>
    );
  }
  const isGone = error === null || (error instanceof ApiError && (error.status === 404 || error.status === 410));
  return (
    <Screen title={title}>
      {isGone ? (
        <div className="my-auto">
          <EmptyState
            headingLevel={1}
            art={<FeedArt />}
            title={assessTexts.gone}
            text={assessTexts.goneText}
            action={
              <Button variant="primary" onClick={onNext}>
                {assessTexts.nextAssessment}
              </Button>
            }
          />
        </div>
      ) : (
        <div className="my-auto grid gap-6">
          <h1 className="sr-only">{title}</h1>
          <p className="text-center text-ink-soft" role="status">
            {assessTexts.loadingImages}
          </p>
          <LoadProblem text={messageOf(error)} busy={busy} onRetry={onAgain} />
          <LinkButton to="/profile">{assessTexts.toPhotos}</LinkButton>
        </div>
      )}
    </Screen>
  );
}

export interface Addressed {
  ownerId: string;
  /** Id of the profile assessment; undefined for photos that are rated one by one. */
  groupId: string | undefined;
}

/** Shows the assessment that the address names. People without an approval must first enter an assessor passkey. */
export function ForAssessors({ of: Shown }: { of: ComponentType<Addressed> }) {
  const { userId = '' } = useParams();
  const [search] = useSearchParams();
  const groupId = search.get('groupId') ?? undefined;
  const approval = useApproval();
  if (approval === 'unknown') return <PageLoading text={assessTexts.loading} />;
  if (approval === 'missing') return <Navigate to="/approve" replace />;
  return <Shown key={groupId ?? userId} ownerId={userId} groupId={groupId} />;
}
