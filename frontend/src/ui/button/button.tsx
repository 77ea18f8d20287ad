import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from '../class-names/class-names';
import { Spinner } from '../spinner/spinner';
import styles from './button.module.css';
import { type ButtonLook, buttonClass } from './button-class';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonLook {
  icon?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
  /** The action is under way: the button is disabled and its label should say so. */
  busy?: boolean;
  /** Not ready yet, but a press may say why: it stays reachable and the form still hears it. */
  unready?: boolean;
}

export function Button({
  variant,
  size,
  block,
  icon,
  busy = false,
  unready = false,
  className,
  disabled,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-disabled={unready || undefined}
      aria-busy={busy || undefined}
      className={classNames(buttonClass({ variant, size, block }), className)}
    >
      {busy ? <Spinner /> : icon && <span className={styles.icon}>{icon}</span>}
      {children}
    </button>
  );
}
