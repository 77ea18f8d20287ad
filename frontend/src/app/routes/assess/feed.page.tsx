import { useEffect } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { useRaterStanding } from '../../../features/assess/api/standing';
import { usePublicTests } from '../../../features/assess/api/tests';
import { FeedArt } from '../../../features/assess/components/feed-art';
import { Standing } from '../../../features/assess/components/standing';
import { carouselPath, testQueue } from '../../../features/assess/hooks/test-queue';
import { useApproval } from '../../../features/assess/hooks/use-approval';
import { messageOf } from '../../../lib/api/errors';
import { assessTexts } from '../../../lib/texts/assess';
import { errorTexts } from '../../../lib/texts/errors';
import { Button } from '../../../ui/button/button';
import { LinkButton } from '../../../ui/button/link-button';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { PageHeader } from '../../../ui/page-header/page-header';
import { PageLoading } from '../../shell/page-loading';
import { Screen } from '../../shell/screen';
import styles from './feed.module.css';

export default function FeedPage() {
  const navigate = useNavigate();
  const approval = useApproval();
  const tests = usePublicTests(approval === 'approved');
  const standing = useRaterStanding(approval === 'approved');
  const paused = standing.data?.standing === 'paused';

  useEffect(() => {
    const [first] = tests.data ?? [];
    if (!tests.isSuccess || !first) return;
    testQueue.fill(tests.data.map(({ userId, isProfileEvaluation }) => ({ userId, isProfileEvaluation })));
    navigate(carouselPath(first), { replace: true });
  }, [tests.isSuccess, tests.data, navigate]);

  if (approval === 'missing') return <Navigate to="/approve" replace />;

  return (
    <Screen title={assessTexts.title}>
      {paused ? (
        <div className={styles.paused}>
          <PageHeader title={assessTexts.title} />
          <Standing />
          <LinkButton to="/profile">{assessTexts.toPhotos}</LinkButton>
        </div>
      ) : tests.isError ? (
        <div className={styles.middle}>
          <EmptyState
            headingLevel={1}
            title={errorTexts.loading}
            text={messageOf(tests.error)}
            action={<Button onClick={() => tests.refetch()}>{errorTexts.retry}</Button>}
          />
        </div>
      ) : tests.data?.length === 0 && !standing.isPending ? (
        <div className={styles.middle}>
          <EmptyState
            headingLevel={1}
            art={<FeedArt />}
            title={assessTexts.none}
            text={assessTexts.noneText}
            action={
              <>
                <Button variant="primary" busy={tests.isFetching} onClick={() => tests.refetch()}>
                  {assessTexts.checkAgain}
                </Button>
                <LinkButton to="/profile">{assessTexts.toPhotos}</LinkButton>
              </>
            }
          />
        </div>
      ) : (
        <PageLoading text={approval === 'approved' ? assessTexts.loadingUsers : assessTexts.loading} />
      )}
    </Screen>
  );
}
