import { assessTexts } from '../../../lib/texts/assess';
import { Spinner } from '../../../ui/button/button';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { AssessmentHeader } from './assessment-form';
import styles from './assessment-form.module.css';

interface AssessmentSkeletonProps {
  title: string;
  ownerId: string;
  isProfile: boolean;
  onClose: () => void;
}

/** Placeholders of the photos. */
export function AssessmentSkeleton({ title, ownerId, isProfile, onClose }: AssessmentSkeletonProps) {
  return (
    <div className={styles.page}>
      <AssessmentHeader title={title} ownerId={ownerId} isOpen={false} onClose={onClose} />
      {isProfile ? (
        <div className={styles.profile}>
          <div className={styles.photos}>
            <CarouselSkeleton />
          </div>
        </div>
      ) : (
        <PhotoBoxes />
      )}
    </div>
  );
}

function PhotoBoxes() {
  return (
    <>
      <p className={styles.keys}>{assessTexts.keysHint}</p>
      <div className={styles.cards}>
        <div className={styles.box}>
          <Skeleton shape="photo" />
          <p className={styles.loading} role="status">
            <Spinner /> {assessTexts.loadingImages}
          </p>
        </div>
        <div className={styles.box}>
          <Skeleton shape="photo" />
        </div>
      </div>
    </>
  );
}

/** Placeholder of a carousel whose photos are unknown. */
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
