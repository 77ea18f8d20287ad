import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { createContext, type ReactNode, type Ref, useContext } from 'react';
import { classNames } from '../dom/dom';
import styles from './notice.module.css';

interface NoticeProps {
  tone?: 'plain' | 'danger' | 'success' | 'accent';
  children: ReactNode;
  action?: ReactNode;
  ref?: Ref<HTMLDivElement>;
}

const InRegion = createContext(false);

/** A message in the page. A problem interrupts a screen reader; other messages wait. */
export function Notice({ tone = 'plain', children, action, ref }: NoticeProps) {
  const quietly = useContext(InRegion) ? undefined : 'status';
  const Icon = tone === 'danger' ? CircleAlert : tone === 'success' ? CircleCheck : Info;
  return (
    <div ref={ref} className={classNames(styles.notice, styles[tone])} role={tone === 'danger' ? 'alert' : quietly}>
      <Icon aria-hidden="true" className={styles.icon} />
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  );
}

/**
 * Place of a later notice that is not a problem. A screen reader may miss a notice that appears together with its region, so
 * the empty region is there from the start.
 */
export function NoticeRegion({ children }: { children: ReactNode }) {
  return (
    <div role="status" className={styles.region}>
      <InRegion value={true}>{children}</InRegion>
    </div>
  );
}
