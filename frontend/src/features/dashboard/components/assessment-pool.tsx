import type { CurrentUser, Photo as PhotoRecord } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Check, ChevronDown, Plus, RefreshCw } from 'lucide-react';
import * as m from 'motion/react-m';
import { type HTMLAttributes, type Ref, useRef, useState } from 'react';
import { formatMinutes } from '../../../lib/format/format';
import { liveStore, useNewRatings } from '../../../lib/live/live-store';
import { dashboardTexts } from '../../../lib/texts/dashboard';
import { decisionTexts } from '../../../lib/texts/decisions';
import { remainingMinutes } from '../../../shared/scores/scores';
import { Button } from '../../../ui/button/button';
import { dockRef } from '../../../ui/dock/dock';
import { classNames } from '../../../ui/dom/dom';
import { usePull } from '../../../ui/motion/use-pull';
import { usePhotos } from '../hooks/use-photos';
import { isComplete } from '../move-rules';
import { usePoolGate } from '../pool-gate';
import styles from './assessment-pool.module.css';
import { DropZone } from './drag/drag-board';
import { PhotoTile } from './photo-tile';
import { type PoolActs, PoolBody } from './pool-body';

interface AssessmentPoolProps extends PoolActs {
  user: CurrentUser | undefined;
  /** True on a phone: the pool is a strip at the lower edge until the owner opens it. Otherwise it is always open. */
  docked: boolean;
}

const foldThresholdPx = 80;

/** The photos under assessment. On a phone, a drag or a tap unfolds the strip. */
export function AssessmentPool({ user, docked, ...acts }: AssessmentPoolProps) {
  const photos = usePhotos('testing');
  const gate = usePoolGate(user);
  const [{ open, moved }, setFold] = useState({ open: !docked, moved: false });
  const toggle = useRef<HTMLButtonElement>(null);
  const show = (next: boolean) => setFold({ open: next, moved: true });
  const pull = usePull({
    thresholdPx: foldThresholdPx,
    onPullDown: open ? () => show(false) : undefined,
    onPullUp: open ? undefined : () => show(true),
  });
  const standing = standingOf(photos.data ?? []);
  const isIdle = user?.hasCompletedFirstAssessment === true && gate === 'open' && photos.data?.length === 0;
  return (
    <m.section
      ref={docked ? dockRef : undefined}
      {...pull.follower}
      className={classNames(styles.pool, docked && styles.docked)}
      aria-label={standing.title}
    >
      <DropZone place="testing">
        {docked && <span className={styles.grip} aria-hidden="true" />}
        <div className={classNames(styles.bar, !open && styles.rest)}>
          <PoolHeader {...standing} open={open} toggle={toggle} handle={pull.handle} onToggle={() => show(!open)} />
          {!open && <Thumbnails photos={photos.data ?? []} onOpen={acts.onOpen} />}
          {isIdle && (
            <Button size="s" variant="primary" icon={<Plus />} onClick={acts.onAdd}>
              {dashboardTexts.newAssessment}
            </Button>
          )}
          <Refresh onRefreshed={() => toggle.current?.focus({ preventScroll: true })} />
        </div>
        {open && (
          <div className={classNames(styles.fold, moved && styles.unfolding)}>
            <div className={styles.clip}>
              <PoolBody user={user} photos={photos} gate={gate} {...acts} />
            </div>
          </div>
        )}
      </DropZone>
    </m.section>
  );
}

interface Standing {
  title: string;
  /** The number of running and finished photos, and the expected minutes of the slowest. */
  summary: string;
}

function standingOf(photos: readonly PhotoRecord[]): Standing {
  const unfinished = photos.filter((photo) => !isComplete(photo));
  const running = unfinished.filter(({ moderation }) => moderation !== 'held');
  const ready = photos.length - unfinished.length;
  const minutes = Math.max(0, ...running.map((photo) => remainingMinutes(photo.testLimit, photo.testTimesRated)));
  const parts = [
    running.length > 0 && dashboardTexts.poolRunningCount(running.length),
    ready > 0 && dashboardTexts.poolReadyCount(ready),
    running.length > 0 && dashboardTexts.timeLeft(formatMinutes(minutes)),
  ];
  return { title: titleOf(photos, unfinished, running), summary: parts.filter(Boolean).join(' · ') };
}

type Photos = readonly PhotoRecord[];

function titleOf(photos: Photos, unfinished: Photos, running: Photos): string {
  if (photos.length === 0) return dashboardTexts.poolEmpty;
  if (running.length > 0) return dashboardTexts.poolRunning;
  return unfinished.length > 0 ? decisionTexts.paused : dashboardTexts.poolDone;
}

interface PoolHeaderProps extends Standing {
  open: boolean;
  toggle: Ref<HTMLButtonElement>;
  onToggle: () => void;
  /** A drag on the header folds or unfolds the docked pool. */
  handle: HTMLAttributes<HTMLElement>;
}

function PoolHeader({ title, summary, open, toggle, onToggle, handle }: PoolHeaderProps) {
  return (
    <header className={styles.header} {...handle}>
      <h2 className={styles.heading}>
        <button
          ref={toggle}
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          title={open ? dashboardTexts.poolCollapse : dashboardTexts.poolExpand}
          onClick={onToggle}
        >
          {title}
          <ChevronDown aria-hidden="true" className={classNames(styles.arrow, !open && styles.turned)} />
        </button>
      </h2>
      <p className={styles.summary} aria-live="polite">
        {summary}
      </p>
    </header>
  );
}

/** The photos of the folded pool. They are outside the header, so that a drag moves a photo and not the pool. */
function Thumbnails({ photos, onOpen }: { photos: Photos; onOpen: (photo: PhotoRecord) => void }) {
  if (photos.length === 0) return null;
  return (
    <ul className={styles.thumbnails}>
      {photos.map((photo) => (
        <li key={photo._id}>
          <PhotoTile
            photo={photo}
            look="thumbnail"
            onOpen={onOpen}
            badge={
              isComplete(photo) && (
                <span className={styles.ready} aria-hidden="true">
                  <Check />
                </span>
              )
            }
          />
        </li>
      ))}
    </ul>
  );
}

function Refresh({ onRefreshed }: { onRefreshed: () => void }) {
  const queryClient = useQueryClient();
  const newRatings = useNewRatings();
  if (!newRatings) return null;
  const seen = () => liveStore.set({ newRatings: false });
  const refresh = () => {
    onRefreshed();
    seen();
    // Ratings that arrive with this refresh count as seen, too.
    void queryClient.invalidateQueries().finally(seen);
  };
  return (
    <Button size="s" icon={<RefreshCw />} aria-label={dashboardTexts.refreshNew} onClick={refresh}>
      {dashboardTexts.refresh}
    </Button>
  );
}
