import { assessTexts } from '../../../lib/texts/assess';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { AssessmentHeader, columnsClass, pageClass } from './assessment-form';
import { CarouselSkeleton, PhotoLoading } from './carousel-frame';
import { cardClass, cardsClass, pictureClass, questionsClass, rowClass } from './photo-cards';
import { photosClass, profileClass } from './profile-questions';

interface AssessmentSkeletonProps {
  title: string;
  ownerId: string;
  isProfile: boolean;
  onClose: () => void;
}

export function AssessmentSkeleton({ title, ownerId, isProfile, onClose }: AssessmentSkeletonProps) {
  return (
    <div className={pageClass}>
      <div className={columnsClass}>
        <AssessmentHeader
          title={title}
          keysHint={isProfile ? assessTexts.profileKeysHint : assessTexts.keysHint}
          ownerId={ownerId}
          isOpen={false}
          onClose={onClose}
        />
        {isProfile ? (
          <div className={profileClass}>
            <div className={photosClass}>
              <CarouselSkeleton />
            </div>
          </div>
        ) : (
          <div className={cardsClass}>
            <CardSkeleton />
            <CardSkeleton />
          </div>
        )}
      </div>
    </div>
  );
}

function CardSkeleton() {
  return (
    <div className={rowClass}>
      <div className={cardClass}>
        <div className="px-4 pt-3 pb-2 wide:hidden">
          <Skeleton width={90} height={24} />
        </div>
        <div className={`${pictureClass} [&>:first-child]:rounded-none`}>
          <PhotoLoading text={assessTexts.loadingImages} />
        </div>
        <div className={questionsClass}>
          <Skeleton height={84} />
          <Skeleton width={148} height={36} />
        </div>
      </div>
    </div>
  );
}
