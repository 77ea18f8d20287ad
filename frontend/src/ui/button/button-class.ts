import { classNames } from '../class-names/class-names';
import styles from './button.module.css';

export interface ButtonLook {
  /** `primary` is for the one main act of a screen. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'm' | 's';
  block?: boolean;
}

export function buttonClass({ variant = 'secondary', size = 'm', block = false }: ButtonLook): string {
  return classNames(styles.button, styles[variant], size === 's' && styles.small, block && styles.block);
}
