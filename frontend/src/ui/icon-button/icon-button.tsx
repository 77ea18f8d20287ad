import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { classNames } from '../dom/dom';
import styles from './icon-button.module.css';

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The accessible name; the icon is decoration. */
  label: string;
  icon: ReactNode;
  /** A small number on the corner; 0 shows none. */
  count?: number;
  variant?: 'plain' | 'tone' | 'scrim';
}

export function IconButton({ label, icon, count = 0, variant = 'plain', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classNames(styles.button, styles[variant], className)}
    >
      {icon}
      {count > 0 && (
        <span className={styles.count} aria-hidden="true">
          {count > 99 ? '99+' : count}
        </span>
      )}
    </button>
  );
}
