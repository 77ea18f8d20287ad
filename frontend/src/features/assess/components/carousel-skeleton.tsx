import { assessTexts } from '../../../lib/texts/assess';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import styles from './photo-carousel.module.css';

/** A carousel's boxes before its photos are known. */
export function CarouselSkeleton() {
  return (
    <div className={styles.boxes}>
      <Skeleton shape="photo" />
      <div className={styles.strip}>
        <span className={styles.small}>
          <Skeleton shape="photo" />
        </span>
        <span className={styles.small}>
          <Skeleton shape="photo" />
        </span>
      </div>
      <p className="visually-hidden" role="status">
        {assessTexts.loadingImages}
      </p>
    </div>
  );
}
