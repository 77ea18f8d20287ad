import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names/class-names';
import styles from './values.module.css';

/** A state in a word, with its sign where it is good or bad: never by its colour alone. */
export function Pill({ tone = 'plain', children }: { tone?: 'plain' | 'good' | 'bad'; children: ReactNode }) {
  return <span className={classNames(styles.pill, tone !== 'plain' && styles[tone])}>{children}</span>;
}
