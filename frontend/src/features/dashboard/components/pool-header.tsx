import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { Bell, ChevronDown, RefreshCw, Settings2 } from 'lucide-react';
import type { HTMLAttributes } from 'react';
import { liveStore, useNewRatings } from '../../../lib/live/live-store';
import { queryKeys } from '../../../lib/query/keys';
import { dashboardTexts } from '../../../lib/texts/dashboard';
import { classNames } from '../../../ui/class-names/class-names';
import { IconButton } from '../../../ui/icon-button/icon-button';
import styles from './assessment-pool.module.css';

interface PoolHeaderProps {
  title: string;
  summary: string | undefined;
  open: boolean;
  onToggle: () => void;
  /** A drag on the header folds and unfolds the pool. */
  handle: HTMLAttributes<HTMLElement>;
  notifications: number;
  onBell: () => void;
  onSettings: () => void;
}

export function PoolHeader(props: PoolHeaderProps) {
  const queryClient = useQueryClient();
  const newRatings = useNewRatings();
  const fetching = useIsFetching({ queryKey: queryKeys.photos() }) > 0;
  const seen = () => liveStore.set({ newRatings: false });
  const refresh = () => {
    seen();
    // What the refresh itself brings is seen as well.
    void queryClient.invalidateQueries().finally(seen);
  };
  return (
    <header className={styles.header} {...props.handle}>
      <span className={styles.handle} aria-hidden="true" />
      <div className={styles.bar}>
        <h2 className={styles.heading}>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={props.open}
            title={props.open ? dashboardTexts.poolCollapse : dashboardTexts.poolExpand}
            onClick={props.onToggle}
          >
            {props.title}
            <ChevronDown aria-hidden="true" className={classNames(styles.arrow, !props.open && styles.turned)} />
          </button>
        </h2>
        <IconButton
          label={newRatings ? dashboardTexts.refreshNew : dashboardTexts.refresh}
          icon={<RefreshCw className={fetching ? styles.turning : undefined} />}
          dot={newRatings}
          onClick={refresh}
        />
        <IconButton
          label={dashboardTexts.notifications(props.notifications)}
          icon={<Bell />}
          count={props.notifications}
          onClick={props.onBell}
        />
        <IconButton label={dashboardTexts.settings} icon={<Settings2 />} onClick={props.onSettings} />
      </div>
      {props.summary && (
        <p className={styles.summary} aria-live="polite">
          {props.summary}
        </p>
      )}
    </header>
  );
}
