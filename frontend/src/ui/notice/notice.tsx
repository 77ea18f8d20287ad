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

/** A message in the page. Problems interrupt a screen reader, the rest waits for its turn. */
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
 * Where a notice will be that comes later and is no problem: a screen reader may not hear one that arrives together with its
 * region, so that the empty region stands there from the start.
 */
export function NoticeRegion({ children }: { children: ReactNode }) {
  return (
    <div role="status" className={styles.region}>
      <InRegion value={true}>{children}</InRegion>
    </div>
  );
}
