import { classNames } from '../dom/dom';
import styles from './dots.module.css';

interface DotsProps {
  count: number;
  index: number;
  /** True if the dots lie on a picture. */
  scrim?: boolean;
}

/** Shows the position in a carousel; the carousel itself names it in words. */
export function Dots({ count, index, scrim = false }: DotsProps) {
  return (
    <div className={classNames(styles.dots, scrim && styles.scrim)} aria-hidden="true">
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its position
        <span key={at} className={classNames(styles.dot, at === index && styles.current)} />
      ))}
    </div>
  );
}
