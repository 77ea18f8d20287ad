import { classNames } from '../class-names/class-names';
import styles from './dots.module.css';

/** Where a carousel stands; the carousel itself says it in words. */
export function Dots({ count, index, scrim = false }: { count: number; index: number; scrim?: boolean }) {
  return (
    <div className={classNames(styles.dots, scrim && styles.scrim)} aria-hidden="true">
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its position
        <span key={at} className={classNames(styles.dot, at === index && styles.current)} />
      ))}
    </div>
  );
}
