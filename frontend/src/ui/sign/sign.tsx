import type { LucideIcon } from 'lucide-react';
import { classNames } from '../dom/dom';
import styles from './sign.module.css';

/** An icon before a line that says the same in words. `isGood` colours it; the icon alone must tell the difference. */
export function Sign({ icon: Icon, isGood }: { icon: LucideIcon; isGood: boolean }) {
  return (
    <span className={classNames(styles.sign, isGood && styles.good)} aria-hidden="true">
      <Icon />
    </span>
  );
}
