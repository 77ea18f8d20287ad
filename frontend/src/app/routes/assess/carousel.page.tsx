import { X } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { assessmentQueue, carouselPath, nextPath, testingPath } from '../../../features/assess/assessment-queue';
import { isLost, useOpenAssessment } from '../../../features/assess/assessments';
import { AssessedCarousel } from '../../../features/assess/components/assessed-carousel';
import { CarouselFrame, CarouselSkeleton } from '../../../features/assess/components/carousel-frame';
import { KeysHint } from '../../../features/assess/components/keys-hint';
import { LookingFor } from '../../../features/assess/components/looking-for';
import { usePageKey } from '../../../features/assess/hooks/assessment-keys';
import { useRenewedPictures } from '../../../features/assess/hooks/use-assessment';
import { usePhotoReport } from '../../../features/assess/hooks/use-photo-report';
import { messageOf } from '../../../lib/api/errors';
import { assessTexts } from '../../../lib/texts/assess';
import { commonTexts } from '../../../lib/texts/common';
import { useCatalogue, useGeneralCatalogue } from '../../../shared/comments/use-catalogue';
import { Button } from '../../../ui/button/button';
import { dockRef } from '../../../ui/dock/dock';
import { LoadProblem } from '../../../ui/notice/load-problem';
import { toastStore } from '../../../ui/toast/toast-store';
import { Screen } from '../../shell/screen';
import { type Addressed, AssessmentTrouble, ForAssessors } from './assessment-trouble';

const PhotoReport = lazy(() => import('../../../features/assess/components/photo-report'));

export default function CarouselPage() {
  return <ForAssessors of={Carousel} />;
}

function Carousel({ ownerId, groupId }: Addressed) {
  const navigate = useNavigate();
  const here = { userId: ownerId, groupId };
  const assessment = useOpenAssessment(ownerId, groupId);
  const refetch = () => void assessment.refetch();
  const [seenAll, setSeenAll] = useState(false);
  const goOn = () => navigate(nextPath(), { replace: true });
  const report = usePhotoReport(here, goOn);
  const renewPictures = useRenewedPictures(refetch);
  // Loads the catalogues and the chunk of the next page in advance.
  useCatalogue();
  useGeneralCatalogue(groupId !== undefined);
  useEffect(() => {
    void import('./testing.page').catch(() => undefined);
  }, []);

  // A skip can be undone, because the slot stays reserved.
  const skip = () => {
    const before = assessmentQueue.state();
    goOn();
    const undo = () => {
      assessmentQueue.restore(before);
      navigate(carouselPath(here), { replace: true });
    };
    toastStore.show({ text: assessTexts.skipped, action: { label: commonTexts.undo, onAct: undo } });
  };

  const assess = () => navigate(testingPath(here));
  const keys = Boolean(assessment.data) && !isLost(assessment) && !report.isOpen;
  usePageKey('s', keys, skip);
  usePageKey('enter', keys && seenAll, assess);

  if (assessment.isLoadingError || assessment.data === null || isLost(assessment)) {
    return (
      <AssessmentTrouble
        title={assessTexts.title}
        error={assessment.error}
        busy={assessment.isFetching}
        onAgain={refetch}
        onNext={goOn}
      />
    );
  }
  return (
    <Screen title={assessTexts.title} width="edge">
      <h1 className="sr-only">{assessTexts.title}</h1>
      <CarouselFrame
        photos={
          <>
            {assessment.data ? (
              <AssessedCarousel
                photos={[...assessment.data.photos, ...assessment.data.benchmarkPhotos]}
                keys={!report.isOpen}
                onShown={(_, isLast) => isLast && setSeenAll(true)}
                onPictureLost={renewPictures}
                onReport={report.open}
              />
            ) : (
              <CarouselSkeleton />
            )}
            <Link
              to="/profile"
              className="absolute top-[calc(12px+var(--safe-top))] right-3 grid size-target place-items-center rounded-full bg-scrim text-on-scrim"
              aria-label={assessTexts.leave}
            >
              <X aria-hidden="true" />
            </Link>
          </>
        }
      >
        {assessment.isRefetchError && (
          <LoadProblem text={messageOf(assessment.error)} busy={assessment.isFetching} onRetry={refetch} />
        )}
        {!groupId && <p className="font-bold">{assessTexts.question}</p>}
        <LookingFor ownerId={ownerId} title={assessTexts.lookingFor} isOpen={assessment.data !== undefined} />
        <div ref={dockRef} className="mt-auto grid grid-cols-[1fr_2fr] gap-3 wide:mt-4">
          <Button onClick={skip}>{assessTexts.skip}</Button>
          <Button variant="primary" disabled={!seenAll} onClick={assess}>
            {assessTexts.assess}
          </Button>
        </div>
        <p ref={dockRef} className="-mt-2 min-h-[1.5em] text-center text-14 text-ink-soft">
          {seenAll ? assessTexts.skipHint : assessTexts.seeAll}
        </p>
        <KeysHint>{assessTexts.carouselKeysHint}</KeysHint>
      </CarouselFrame>
      {report.shown && (
        <Suspense>
          <PhotoReport report={report} photo={report.shown} isRating={false} />
        </Suspense>
      )}
    </Screen>
  );
}
