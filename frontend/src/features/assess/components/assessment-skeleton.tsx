import { assessTexts } from '../../../lib/texts/assess';
import { Spinner } from '../../../ui/button/button';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { AssessmentHeader, pageClass } from './assessment-form';
import { cardsClass, keysHintClass } from './photo-cards';
import { photosClass, profileClass } from './profile-questions';

const boxClass = 'relative overflow-hidden wide:rounded-24 [&>:first-child]:rounded-none';

interface AssessmentSkeletonProps {
  title: string;
  ownerId: string;
  isProfile: boolean;
  onClose: () => void;
}

export function AssessmentSkeleton({ title, ownerId, isProfile, onClose }: AssessmentSkeletonProps) {
  return (
    <div className={pageClass}>
      <AssessmentHeader title={title} ownerId={ownerId} isOpen={false} onClose={onClose} />
      {isProfile ? (
        <div className={profileClass}>
          <div className={photosClass}>
            <CarouselSkeleton />
          </div>
        </div>
      ) : (
        <>
          <p className={keysHintClass}>{assessTexts.keysHint}</p>
          <div className={cardsClass}>
            <div className={boxClass}>
              <Skeleton shape="photo" />
              <p className="absolute inset-0 flex items-center justify-center gap-3 text-ink-soft" role="status">
                <Spinner /> {assessTexts.loadingImages}
              </p>
            </div>
            <div className={boxClass}>
              <Skeleton shape="photo" />
            </div>
          </div>
        </>
      )}
    </div>
  );
}

export function CarouselSkeleton() {
  return (
    <div className="[&>:first-child]:rounded-none wide:[&>:first-child]:rounded-24">
      <Skeleton shape="photo" />
      <div className="flex scrollbar-none gap-2 overflow-x-auto px-4 pt-3 wide:justify-center wide:px-0">
        <span className="w-15 p-1">
          <Skeleton shape="photo" />
        </span>
        <span className="w-15 p-1">
          <Skeleton shape="photo" />
        </span>
      </div>
      <p className="sr-only" role="status">
        {assessTexts.loadingImages}
      </p>
    </div>
  );
}
