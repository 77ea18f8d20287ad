import type { ComponentProps, ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useKeys } from '../../../shared/console/use-keys';
import { PageHeader } from '../../../ui/page-header/page-header';
import styles from './console-header.module.css';

interface ConsoleHeaderProps extends Omit<ComponentProps<typeof PageHeader>, 'actions' | 'backTo'> {
  backTo: string;
  action?: ReactNode;
}

/** Header of a subpage. Esc goes back. The action is beside the title, or below it on a narrow screen. */
export function ConsoleHeader({ action, ...header }: ConsoleHeaderProps) {
  const navigate = useNavigate();
  useKeys({ escape: () => navigate(header.backTo) });
  return (
    <div className={styles.header}>
      <PageHeader {...header} />
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
