import { useEffect } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { useRaterStanding } from '../../../features/assess/api/standing';
import { useAvailableTests } from '../../../features/assess/api/tests';
import { PausedAssessor } from '../../../features/assess/components/paused-assessor';
import { WaitingSubmissions } from '../../../features/assess/components/waiting-submissions';
import { WarnedAssessor } from '../../../features/assess/components/warned-assessor';
import { carouselPath, testQueue } from '../../../features/assess/hooks/test-queue';
import { useApproval } from '../../../features/assess/hooks/use-approval';
import { useReadWarning } from '../../../features/assess/hooks/use-read-warning';
import { useWaitingSubmissions } from '../../../features/assess/hooks/use-waiting-submissions';
import { withoutWaiting } from '../../../features/assess/hooks/without-waiting';
import { hasCode } from '../../../lib/api/errors';
import { assessTexts } from '../../../lib/texts/assess';
import { PageLoading } from '../../shell/page-loading';
import { Screen } from '../../shell/screen';
import { FeedState } from './feed-state';

/** Leads to the first test that waits, as soon as there is nothing that has to be read before. */
export default function FeedPage() {
  const approval = useApproval();
  if (approval === 'missing') return <Navigate to="/approve" replace />;
  return (
    <Screen title={assessTexts.title}>
      {approval === 'approved' ? <Feed /> : <PageLoading text={assessTexts.loading} heading={assessTexts.title} />}
    </Screen>
  );
}

function Feed() {
  const navigate = useNavigate();
  const tests = useAvailableTests(true);
  const standing = useRaterStanding(true);
  const warning = useReadWarning(standing.data);
  const waiting = useWaitingSubmissions();
  const available = tests.data && waiting && withoutWaiting(tests.data, waiting);
  const hasRefused = waiting?.some(({ refusal }) => refusal) ?? false;
  const isPaused = standing.data?.standing === 'paused';
  const hasToRead = isPaused || warning.isUnread || hasRefused;
  const mayGoOn = tests.isSuccess && !tests.isFetching && !standing.isPending && !hasToRead;
  const [first] = available ?? [];

  useEffect(() => {
    if (!mayGoOn || !available || !first) return;
    testQueue.fill(available);
    navigate(carouselPath(first), { replace: true });
  }, [mayGoOn, available, first, navigate]);

  if (hasCode(tests.error, 'FORBIDDEN')) return <Navigate to="/approve" replace />;
  if (isPaused) return <PausedAssessor />;
  if (warning.isUnread) return <WarnedAssessor onGoOn={warning.markRead} />;
  return (
    <>
      <WaitingSubmissions canGoOn={first !== undefined} />
      <FeedState tests={tests} empty={available?.length === 0 && !standing.isPending} hasToRead={hasToRead} />
    </>
  );
}
