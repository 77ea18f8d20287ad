import type { ReactNode } from 'react';
import styles from './notice-bar.module.css';

interface NoticeBarProps {
  children?: ReactNode;
  actions?: readonly { label: string; onAct: () => void }[];
}

/**
 * At the top of a phone, in the lower corner of a desktop. The empty region stays, so that screen readers announce its later
 * content.
 */
export function NoticeBar({ children, actions = [] }: NoticeBarProps) {
  return (
    <div className={styles.region} role="status">
      {children && (
        <div className={styles.bar}>
          <p className={styles.text}>{children}</p>
          {actions.map(({ label, onAct }) => (
            <button key={label} type="button" className={styles.action} onClick={onAct}>
              {label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
