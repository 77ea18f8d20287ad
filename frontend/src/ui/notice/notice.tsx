import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../class-names/class-names';
import styles from './notice.module.css';

interface NoticeProps {
  tone?: 'plain' | 'danger' | 'success' | 'accent';
  children: ReactNode;
  action?: ReactNode;
}

/** A message in the page. Problems interrupt a screen reader, the rest waits for its turn. */
export function Notice({ tone = 'plain', children, action }: NoticeProps) {
  const Icon = tone === 'danger' ? CircleAlert : tone === 'success' ? CircleCheck : Info;
  return (
    <div className={classNames(styles.notice, styles[tone])} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon aria-hidden="true" className={styles.icon} />
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  );
}
