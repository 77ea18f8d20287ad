import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { classNames } from '../dom/dom';
import styles from './button.module.css';

interface ButtonLook {
  /** `primary` is for the one main act of a screen. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'm' | 's';
  block?: boolean;
}

function buttonClass({ variant = 'secondary', size = 'm', block = false }: ButtonLook): string {
  return classNames(styles.button, styles[variant], size === 's' && styles.small, block && styles.block);
}

/** Decoration beside words that already describe the action. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonLook {
  icon?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
  /** The action is running: the button is disabled, and its label should say so. */
  busy?: boolean;
  /** Not ready, but a press may explain why: the button stays focusable and still submits the form. */
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

interface LinkButtonProps extends LinkProps, ButtonLook {
  icon?: ReactNode;
}

/** A link that looks like a button. */
export function LinkButton({ variant, size, block, icon, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={buttonClass({ variant, size, block })}>
      {icon && <span className={styles.icon}>{icon}</span>}
      {children}
    </Link>
  );
}
