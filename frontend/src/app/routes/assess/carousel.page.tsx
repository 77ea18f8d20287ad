import { X } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router-dom';
import { useOpenTest } from '../../../features/assess/api/tests';
import { LookingFor } from '../../../features/assess/components/looking-for';
import { PhotoCarousel } from '../../../features/assess/components/photo-carousel';
import { TestGone } from '../../../features/assess/components/test-gone';
import { carouselPath, testQueue } from '../../../features/assess/hooks/test-queue';
import { useApproval } from '../../../features/assess/hooks/use-approval';
import { ApiError, messageOf } from '../../../lib/api/errors';
import { assessTexts } from '../../../lib/texts/assess';
import { Button } from '../../../ui/button/button';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { PageLoading } from '../../shell/page-loading';
import { Screen } from '../../shell/screen';
import styles from './carousel.module.css';

export default function CarouselPage() {
  const { userId = '' } = useParams();
  const approval = useApproval();
  if (approval === 'unknown') return <PageLoading />;
  if (approval === 'missing') return <Navigate to="/approve" replace />;
  return <Carousel key={userId} ownerId={userId} />;
}

function Carousel({ ownerId }: { ownerId: string }) {
  const navigate = useNavigate();
  const test = useOpenTest(ownerId);
  const [seenAll, setSeenAll] = useState(false);
  const onLastSeen = useCallback(() => setSeenAll(true), []);

  const skip = () => {
    const next = testQueue.next();
    navigate(next ? carouselPath(next) : '/feed', { replace: true });
  };

  if (test.isLoadingError || test.data === null) {
    const gone = test.data === null || (test.error instanceof ApiError && test.error.status === 404);
    return (
      <Screen title={assessTexts.title}>
        <TestGone problem={gone ? undefined : messageOf(test.error)} onNext={skip} />
      </Screen>
    );
  }
  return (
    <Screen title={assessTexts.title} width="edge">
      <h1 className="visually-hidden">{assessTexts.title}</h1>
      <div className={styles.stage}>
        <div className={styles.photos}>
          {test.data ? (
            <PhotoCarousel photos={[...test.data.photos, ...test.data.benchmarkPhotos]} onLastSeen={onLastSeen} />
          ) : (
            <Skeleton shape="photo" />
          )}
          <Link to="/profile" className={styles.leave} aria-label={assessTexts.leave}>
            <X aria-hidden="true" />
          </Link>
        </div>
        <div className={styles.side}>
          <LookingFor ownerId={ownerId} title={assessTexts.lookingFor} />
          <div className={styles.actions}>
            <Button onClick={skip}>{assessTexts.skip}</Button>
            <Button variant="primary" disabled={!seenAll} onClick={() => navigate(`/testing/${ownerId}`)}>
              {assessTexts.assess}
            </Button>
          </div>
          <p className={styles.hint} aria-hidden={seenAll}>
            {seenAll ? ' ' : assessTexts.seeAll}
          </p>
        </div>
      </div>
    </Screen>
  );
}
