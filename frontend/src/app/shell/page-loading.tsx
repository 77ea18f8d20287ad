import { commonTexts } from '../../lib/texts/common';
import { Spinner } from '../../ui/button/button';
import styles from './screen.module.css';

interface PageLoadingProps {
  text?: string;
  /** Where the page has no other heading to say where one is. */
  heading?: string;
}

/** Appears only when the wait is long enough to be noticed. */
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
