import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import styles from './button.module.css';
import { type ButtonLook, buttonClass } from './button-class';

interface LinkButtonProps extends LinkProps, ButtonLook {
  icon?: ReactNode;
}

/** Goes somewhere, yet carries the weight of a button. */
export function LinkButton({ variant, size, block, icon, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={buttonClass({ variant, size, block })}>
      {icon && <span className={styles.icon}>{icon}</span>}
      {children}
    </Link>
  );
}
