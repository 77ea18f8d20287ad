import { assessTexts } from '../../../lib/texts/assess';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import styles from './assessment-form.module.css';

/** The boxes of the photos to come. */
export function AssessmentSkeleton({ title }: { title: string }) {
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <h1 className={styles.title}>{title}</h1>
      </header>
      <p className={styles.loading} role="status">
        {assessTexts.loadingImages}
      </p>
      <div className={styles.cards}>
        <span className={styles.box}>
          <Skeleton shape="photo" />
        </span>
        <span className={styles.box}>
          <Skeleton shape="photo" />
        </span>
      </div>
    </div>
  );
}
