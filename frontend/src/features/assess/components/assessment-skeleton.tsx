import { assessTexts } from '../../../lib/texts/assess';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { Spinner } from '../../../ui/spinner/spinner';
import styles from './assessment-form.module.css';
import { AssessmentHeader } from './assessment-header';
import { CarouselSkeleton } from './carousel-skeleton';
import profile from './profile-questions.module.css';

interface AssessmentSkeletonProps {
  title: string;
  ownerId: string;
  isProfile: boolean;
  onClose: () => void;
}

/** The boxes of the photos to come. */
export function AssessmentSkeleton({ title, ownerId, isProfile, onClose }: AssessmentSkeletonProps) {
  return (
    <div className={styles.page}>
      <AssessmentHeader title={title} ownerId={ownerId} onClose={onClose} />
      {isProfile ? (
        <div className={profile.profile}>
          <div className={profile.photos}>
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
