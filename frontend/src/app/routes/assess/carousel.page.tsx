import { X } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { testingPath } from '../../../features/assess/assessment-queue';
import { isLost, useOpenAssessment } from '../../../features/assess/assessments';
import { CarouselSkeleton } from '../../../features/assess/components/assessment-skeleton';
import { LookingFor } from '../../../features/assess/components/looking-for';
import { PhotoCarousel } from '../../../features/assess/components/photo-carousel';
import { usePhotoReport } from '../../../features/assess/hooks/use-photo-report';
import { useRenewedPictures } from '../../../features/assess/hooks/use-renewed-pictures';
import { useSkip } from '../../../features/assess/hooks/use-skip';
import { messageOf } from '../../../lib/api/errors';
import { assessTexts } from '../../../lib/texts/assess';
import { errorTexts } from '../../../lib/texts/common';
import { useCatalogue, useGeneralCatalogue } from '../../../shared/comments/use-catalogue';
import { Button } from '../../../ui/button/button';
import { dockRef } from '../../../ui/dock/dock';
import { Notice } from '../../../ui/notice/notice';
import { Screen } from '../../shell/screen';
import styles from './assess.module.css';
import { AssessmentTrouble, ForAssessors } from './assessment-trouble';

const PhotoReport = lazy(() => import('../../../features/assess/components/photo-report'));

export default function CarouselPage() {
  const { userId = '' } = useParams();
  const [search] = useSearchParams();
  const groupId = search.get('groupId') ?? undefined;
  return (
    <ForAssessors>
      <Carousel key={groupId ?? userId} ownerId={userId} groupId={groupId} />
    </ForAssessors>
  );
}

function Carousel({ ownerId, groupId }: { ownerId: string; groupId: string | undefined }) {
  const navigate = useNavigate();
  const assessment = useOpenAssessment(ownerId, groupId);
  const [seenAll, setSeenAll] = useState(false);
  const onLastSeen = useCallback(() => setSeenAll(true), []);
  const { skip, goOn } = useSkip({ userId: ownerId, groupId });
  const report = usePhotoReport({ userId: ownerId, groupId }, goOn);
  const { refetch } = assessment;
  const renewPictures = useRenewedPictures(useCallback(() => void refetch(), [refetch]));
  // The next page needs the catalogues and its own chunk, so they load now.
  useCatalogue();
  useGeneralCatalogue(groupId !== undefined);
  useEffect(() => {
    void import('./testing.page').catch(() => undefined);
  }, []);

  if (assessment.isLoadingError || assessment.data === null || isLost(assessment)) {
    return (
      <AssessmentTrouble
        title={assessTexts.title}
        error={assessment.error}
        busy={assessment.isFetching}
        onAgain={() => void assessment.refetch()}
        onNext={goOn}
      />
    );
  }
  return (
    <Screen title={assessTexts.title} width="edge">
      <h1 className="visually-hidden">{assessTexts.title}</h1>
      <div className={styles.stage}>
        <div className={styles.photos}>
          {assessment.data ? (
            <PhotoCarousel
              photos={[...assessment.data.photos, ...assessment.data.benchmarkPhotos]}
              keys={!report.isOpen}
              onLastSeen={onLastSeen}
              onPictureLost={renewPictures}
              onReport={report.open}
            />
          ) : (
            <CarouselSkeleton />
          )}
          <Link to="/profile" className={styles.leave} aria-label={assessTexts.leave}>
            <X aria-hidden="true" />
          </Link>
        </div>
        <div className={styles.side}>
          {assessment.isRefetchError && (
            <Notice
              tone="danger"
              action={
                <Button size="s" busy={assessment.isFetching} onClick={() => refetch()}>
                  {errorTexts.retry}
                </Button>
              }
            >
              {messageOf(assessment.error)}
            </Notice>
          )}
          <LookingFor ownerId={ownerId} title={assessTexts.lookingFor} isOpen={assessment.data !== undefined} />
          <div ref={dockRef} className={styles.actions}>
            <Button onClick={skip}>{assessTexts.skip}</Button>
            <Button
              variant="primary"
              disabled={!seenAll}
              onClick={() => navigate(testingPath({ userId: ownerId, groupId }))}
            >
              {assessTexts.assess}
            </Button>
          </div>
          <p ref={dockRef} className={styles.hint} aria-hidden={seenAll}>
            {seenAll ? ' ' : assessTexts.seeAll}
          </p>
        </div>
      </div>
      {report.shown && (
        <Suspense>
          <PhotoReport report={report} photo={report.shown} isRating={false} />
        </Suspense>
      )}
    </Screen>
  );
}
