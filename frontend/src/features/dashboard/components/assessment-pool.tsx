import type { CurrentUser, Photo as PhotoRecord } from '@candid/contracts';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { Bell, ChevronDown, RefreshCw, Settings2 } from 'lucide-react';
import { AnimatePresence, useReducedMotion } from 'motion/react';
import * as m from 'motion/react-m';
import { type HTMLAttributes, useState } from 'react';
import { formatMinutes } from '../../../lib/format/format';
import { liveStore, useNewRatings } from '../../../lib/live/live-store';
import { queryKeys } from '../../../lib/query/keys';
import { dashboardTexts } from '../../../lib/texts/dashboard';
import { decisionTexts } from '../../../lib/texts/decisions';
import { remainingMinutes } from '../../../shared/scores/scores';
import { dockRef } from '../../../ui/dock/dock';
import { classNames } from '../../../ui/dom/dom';
import { IconButton } from '../../../ui/icon-button/icon-button';
import { usePull } from '../../../ui/motion/use-pull';
import { usePhotos } from '../api/photos';
import styles from './assessment-pool.module.css';
import { DropZone } from './drag/drop-zone';
import { type PoolActs, PoolBody } from './pool-body';

interface AssessmentPoolProps extends PoolActs {
  user: CurrentUser | undefined;
  onBell: () => void;
  onSettings: () => void;
}

const foldThresholdPx = 80;
const folding = { duration: 0.26, ease: [0.2, 0.8, 0.2, 1] } as const;

/** The photos under assessment; on a phone it is docked at the thumb and folds away by a drag or a tap. */
export function AssessmentPool({ user, onBell, onSettings, ...acts }: AssessmentPoolProps) {
  const photos = usePhotos('testing');
  const [open, setOpen] = useState(hasRoomOpen);
  const still = useReducedMotion() === true;
  const pull = usePull({
    thresholdPx: foldThresholdPx,
    onPullDown: open ? () => setOpen(false) : undefined,
    onPullUp: open ? undefined : () => setOpen(true),
  });
  const unfinished = photos.data?.filter((photo) => photo.testTimesRated < photo.testLimit) ?? [];
  const running = unfinished.filter(({ moderation }) => moderation !== 'held');
  const title = titleOf(photos.data ?? [], unfinished, running);
  const minutes = Math.max(0, ...running.map((photo) => remainingMinutes(photo.testLimit, photo.testTimesRated)));
  return (
    <m.section
      ref={dockRef}
      {...pull.follower}
      className={classNames(styles.pool, !open && styles.folded)}
      aria-label={title}
    >
      <DropZone place="testing">
        <PoolHeader
          title={title}
          summary={running.length > 0 ? dashboardTexts.poolSummary(running.length, formatMinutes(minutes)) : undefined}
          open={open}
          onToggle={() => setOpen(!open)}
          handle={pull.handle}
          hasStarted={photos.data?.length !== 0 || user?.hasFirstTested === true}
          notifications={user?.notificationNumber ?? 0}
          onBell={onBell}
          onSettings={onSettings}
        />
        <AnimatePresence initial={false}>
          {open && (
            <m.div
              key="body"
              className={styles.fold}
              initial={{ height: still ? 'auto' : 0, opacity: 0 }}
              animate={{ height: 'auto', opacity: 1 }}
              exit={{ height: still ? 'auto' : 0, opacity: 0 }}
              transition={folding}
            >
              <PoolBody user={user} photos={photos} {...acts} />
            </m.div>
          )}
        </AnimatePresence>
      </DropZone>
    </m.section>
  );
}

/** On a low screen, as of a phone that lies on its side or enlarges everything, it would leave nothing of the page. */
const hasRoomOpen = () => matchMedia('(min-height: 560px), (min-width: 900px)').matches;

type Photos = readonly PhotoRecord[];

function titleOf(photos: Photos, unfinished: Photos, running: Photos): string {
  if (photos.length === 0) return dashboardTexts.poolEmpty;
  if (running.length > 0) return dashboardTexts.poolRunning;
  return unfinished.length > 0 ? decisionTexts.paused : dashboardTexts.poolDone;
}

interface PoolHeaderProps {
  title: string;
  summary: string | undefined;
  open: boolean;
  onToggle: () => void;
  /** A drag on the header folds and unfolds the pool. */
  handle: HTMLAttributes<HTMLElement>;
  /** Something has been assessed, or is being assessed: the buttons have something to do. */
  hasStarted: boolean;
  notifications: number;
  onBell: () => void;
  onSettings: () => void;
}

function PoolHeader(props: PoolHeaderProps) {
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
        {props.hasStarted && (
          <>
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
          </>
        )}
      </div>
      {props.summary && (
        <p className={styles.summary} aria-live="polite">
          {props.summary}
        </p>
      )}
    </header>
  );
}
