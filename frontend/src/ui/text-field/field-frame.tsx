import type { ReactNode } from 'react';
import styles from './text-field.module.css';

interface FieldFrameProps {
  id: string;
  label: string;
  hint?: string;
  error?: string;
  children: ReactNode;
}

/** Label above, hint or problem below; the field itself points at them through `describedBy`. */
export function FieldFrame({ id, label, hint, error, children }: FieldFrameProps) {
  return (
    <div className={styles.frame}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children}
      {error ? (
        <p className={styles.error} id={`${id}-note`}>
          {error}
        </p>
      ) : (
        hint && (
          <p className={styles.hint} id={`${id}-note`}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}

export function describedBy(id: string, hint?: string, error?: string): string | undefined {
  return hint || error ? `${id}-note` : undefined;
}
