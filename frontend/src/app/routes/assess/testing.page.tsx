import { lazy, Suspense, useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { assessmentQueue, nextPath } from '../../../features/assess/assessment-queue';
import { isLost, useOpenAssessment } from '../../../features/assess/assessments';
import { AssessmentForm } from '../../../features/assess/components/assessment-form';
import { AssessmentSkeleton } from '../../../features/assess/components/assessment-skeleton';
import { useRenewedPictures } from '../../../features/assess/hooks/use-assessment';
import { usePhotoReport } from '../../../features/assess/hooks/use-photo-report';
import { assessTexts } from '../../../lib/texts/assess';
import { useCatalogue, useGeneralCatalogue } from '../../../shared/comments/use-catalogue';
import { Screen } from '../../shell/screen';
import { type Addressed, AssessmentTrouble, ForAssessors } from './assessment-trouble';

const PhotoReport = lazy(() => import('../../../features/assess/components/photo-report'));

export default function TestingPage() {
  return <ForAssessors of={Testing} />;
}

function Testing({ ownerId, groupId }: Addressed) {
  const navigate = useNavigate();
  const assessment = useOpenAssessment(ownerId, groupId);
  const photoCatalogue = useCatalogue();
  const generalCatalogue = useGeneralCatalogue(groupId !== undefined);
  const catalogue = groupId ? generalCatalogue : photoCatalogue;
  const title = groupId ? assessTexts.profileTitle : assessTexts.testingTitle;
  useEffect(() => {
    window.scrollTo(0, 0);
    // The next pages load now, so that they open even if the connection is lost meanwhile.
    for (const page of [import('./feed.page'), import('../../shell/member-area')]) page.catch(() => undefined);
  }, []);

  const leave = () => {
    assessmentQueue.clear();
    window.scrollTo(0, 0);
    navigate('/feed', { replace: true });
  };
  const next = () => navigate(nextPath(), { replace: true });
  const report = usePhotoReport({ userId: ownerId, groupId }, next);
  const renew = () => void assessment.refetch();
  const renewPictures = useRenewedPictures(renew);

  if (assessment.isLoadingError || assessment.data === null || catalogue.isLoadingError) {
    const again = () => void Promise.all([assessment.refetch(), catalogue.isError && catalogue.refetch()]);
    return (
      <AssessmentTrouble
        title={title}
        error={assessment.error ?? catalogue.error}
        busy={assessment.isFetching || catalogue.isFetching}
        onAgain={again}
        onNext={next}
      />
    );
  }
  if (!assessment.data || !catalogue.data) {
    return (
      <Screen title={title} width="edge">
        <AssessmentSkeleton title={title} ownerId={ownerId} isProfile={groupId !== undefined} onClose={leave} />
      </Screen>
    );
  }
  const slot = {
    openedAt: assessment.dataUpdatedAt,
    slotMs: assessment.data.slotMs,
    renewing: assessment.isRefetching,
    failed: assessment.isRefetchError,
    lost: isLost(assessment),
    renew,
    renewPictures,
  };
  return (
    <Screen title={title} width="edge">
      <AssessmentForm
        ownerId={ownerId}
        assessment={assessment.data}
        catalogue={catalogue.data}
        slot={slot}
        onLeave={leave}
        onNext={next}
        onReport={report.open}
        covered={report.isOpen}
      />
      {report.shown && (
        <Suspense>
          <PhotoReport report={report} photo={report.shown} isRating />
        </Suspense>
      )}
    </Screen>
  );
}
