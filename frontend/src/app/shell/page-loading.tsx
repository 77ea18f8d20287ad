import { commonTexts } from '../../lib/texts/common';
import { Spinner } from '../../ui/button/button';
import styles from './screen.module.css';

interface PageLoadingProps {
  text?: string;
  /** Heading for screen readers, for a page that has no other one. */
  heading?: string;
}

/** Becomes visible only if the wait is long enough to notice. */
export function PageLoading({ text = commonTexts.loading, heading }: PageLoadingProps) {
  return (
    <>
      {heading && <h1 className="visually-hidden">{heading}</h1>}
      <div className={styles.loading} role="status">
        <Spinner /> {text}
      </div>
    </>
  );
}
