import { type ReactNode, useId } from 'react';
import { messageOf } from '../../lib/api/errors';
import { LoadProblem } from '../../ui/notice/load-problem';
import styles from './section.module.css';

interface SectionProps {
  title: string;
  text?: string;
  actions?: ReactNode;
  children: ReactNode;
}

export function Section({ title, text, actions, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {text && <p className={styles.text}>{text}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}

interface FailureProps {
  error: unknown;
  /** Shown if the server gives no reason. */
  text: string;
  retry: () => void;
}

export function Failure({ error, text, retry }: FailureProps) {
  return <LoadProblem text={messageOf(error, text)} onRetry={retry} />;
}
