import { useEffect } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import { useOpenTest } from '../../../features/assess/api/tests';
import { AssessmentForm } from '../../../features/assess/components/assessment-form';
import { TestGone } from '../../../features/assess/components/test-gone';
import { carouselPath, testQueue } from '../../../features/assess/hooks/test-queue';
import { useApproval } from '../../../features/assess/hooks/use-approval';
import { ApiError, messageOf } from '../../../lib/api/errors';
import { useCatalogue } from '../../../lib/catalogue/use-catalogue';
import { assessTexts } from '../../../lib/texts/assess';
import { PageLoading } from '../../shell/page-loading';
import { Screen } from '../../shell/screen';

export default function TestingPage() {
  const { userId = '' } = useParams();
  const approval = useApproval();
  if (approval === 'unknown') return <PageLoading />;
  if (approval === 'missing') return <Navigate to="/approve" replace />;
  return <Testing key={userId} ownerId={userId} />;
}

function Testing({ ownerId }: { ownerId: string }) {
  const navigate = useNavigate();
  const test = useOpenTest(ownerId);
  const catalogue = useCatalogue();
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);

  const leave = () => {
    testQueue.clear();
    window.scrollTo(0, 0);
    navigate('/feed', { replace: true });
  };
  const next = () => {
    const queued = testQueue.next();
    navigate(queued ? carouselPath(queued) : '/feed', { replace: true });
  };

  if (test.isLoadingError || test.data === null) {
    const gone = test.data === null || (test.error instanceof ApiError && test.error.status === 404);
    return (
      <Screen title={assessTexts.testingTitle}>
        <TestGone problem={gone ? undefined : messageOf(test.error)} onNext={next} />
      </Screen>
    );
  }
  if (!test.data || !catalogue.data) {
    return (
      <Screen title={assessTexts.testingTitle}>
        <PageLoading text={assessTexts.loadingImages} />
      </Screen>
    );
  }
  return (
    <Screen title={assessTexts.testingTitle} width="edge">
      <AssessmentForm ownerId={ownerId} test={test.data} catalogue={catalogue.data} onLeave={leave} onNext={next} />
    </Screen>
  );
}
