import type { ComponentProps, ReactNode } from 'react';
import { PageHeader } from '../../../ui/page-header/page-header';
import styles from './console.module.css';

interface ConsoleHeaderProps extends Omit<ComponentProps<typeof PageHeader>, 'actions'> {
  action: ReactNode;
}

/** With the page's one act beside its title, or below it where there is no room. */
export function ConsoleHeader({ action, ...header }: ConsoleHeaderProps) {
  return (
    <div className={styles.header}>
      <PageHeader {...header} />
      <div className={styles.action}>{action}</div>
    </div>
  );
}
