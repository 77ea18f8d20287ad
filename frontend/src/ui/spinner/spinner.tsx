import styles from './spinner.module.css';

/** Decoration beside words that already say what is happening. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
