import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { classNames } from '../class-names/class-names';
import { Spinner } from '../spinner/spinner';
import { type ButtonLook, buttonClass } from './button-class';
import styles from './button.module.css';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonLook {
  icon?: ReactNode;
  /** The action is under way: the button is disabled and its label should say so. */
  busy?: boolean;
}

export function Button({ variant, size, block, icon, busy = false, className, disabled, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={classNames(buttonClass({ variant, size, block }), className)}
    >
      {busy ? <Spinner /> : icon && <span className={styles.icon}>{icon}</span>}
      {children}
    </button>
  );
}
