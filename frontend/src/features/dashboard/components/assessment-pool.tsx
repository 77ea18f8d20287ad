import type { CurrentUser, Photo as PhotoRecord } from '@candid/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Check, ChevronDown, Plus, RefreshCw } from 'lucide-react';
import * as m from 'motion/react-m';
import { type HTMLAttributes, type Ref, useRef, useState } from 'react';
import { liveStore, useNewRatings } from '../../../lib/live/live-store';
import { dashboardTexts } from '../../../lib/texts/dashboard';
import { photoStateTexts } from '../../../lib/texts/photo-states';
import { expectedBy, useExpected } from '../../../shared/scores/expected';
import { Button } from '../../../ui/button/button';
import { dockRef } from '../../../ui/dock/dock';
import { classNames } from '../../../ui/dom/dom';
import { usePull } from '../../../ui/motion/use-pull';
import { usePhotos } from '../hooks/use-photos';
import { isComplete, isRunning } from '../move-rules';
import { usePoolGate } from '../pool-gate';
import { DropZone } from './drag/drag-board';
import { PhotoTile } from './photo-tile';
import { type PoolActs, PoolBody } from './pool-body';

/** The `before` pseudo-element fills the gap below the docked pool while a finger pulls the pool up. */
export const poolClass = (docked: boolean): string =>
  docked
    ? 'sticky bottom-[calc(var(--nav-height)+var(--safe-bottom))] z-10 -mx-4 mt-auto rounded-t-24 bg-surface shadow-sheet [--zone-inset:0px] before:absolute before:inset-x-0 before:top-full before:h-12 before:bg-inherit'
    : 'rounded-24 border border-line bg-surface [--zone-inset:0px]';
export const barClass = 'flex min-h-16 items-center gap-3 px-4 max-[301px]:flex-wrap wide:px-5 wide:pt-1';

interface AssessmentPoolProps extends PoolActs {
  user: CurrentUser | undefined;
  /** If true, the pool starts folded, as a strip at the lower edge of the screen. If false, the pool starts open. */
  docked: boolean;
  /** True if the pool has the main act of the page. */
  isMain: boolean;
}

const foldThresholdPx = 80;

export function AssessmentPool({ user, docked, isMain, ...acts }: AssessmentPoolProps) {
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
  const waiting = useExpected((photos.data ?? []).some(isRunning));
  const standing = standingOf(photos.data ?? [], waiting, open);
  const isIdle = user?.hasCompletedFirstAssessment === true && gate === 'open' && photos.data?.length === 0;
  return (
    <m.section
      ref={docked ? dockRef : undefined}
      {...pull.follower}
      className={poolClass(docked)}
      aria-label={standing.title}
    >
      <DropZone place="testing">
        {docked && (
          <span
            className="pointer-events-none absolute top-1.5 left-[calc(50%-20px)] h-1 w-10 rounded-pill bg-line-strong"
            aria-hidden="true"
          />
        )}
        <div className={barClass}>
          <PoolHeader
            title={standing.title}
            // The photos that the owner waits for have more to say than a summary.
            summary={gate === 'waiting' ? '' : standing.summary}
            docked={docked}
            open={open}
            toggle={toggle}
            handle={pull.handle}
            onToggle={() => show(!open)}
          />
          {!open && <Thumbnails photos={photos.data ?? []} onOpen={acts.onOpen} />}
          {isIdle && (
            <Button size="s" variant="primary" icon={<Plus />} onClick={acts.onAdd}>
              {dashboardTexts.newAssessment}
            </Button>
          )}
          <Refresh onRefreshed={() => toggle.current?.focus({ preventScroll: true })} />
        </div>
        {open && (
          <div className={classNames('grid grid-cols-1', moved && 'animate-unfold motion-reduce:animate-none')}>
            <div className={classNames('min-h-0', moved && 'overflow-clip')}>
              <div className="grid grid-cols-1 gap-3 px-4 pb-4 wide:px-5 wide:pb-5">
                <PoolBody user={user} photos={photos} gate={gate} waiting={waiting} isMain={isMain} {...acts} />
              </div>
            </div>
          </div>
        )}
      </DropZone>
    </m.section>
  );
}

type Photos = readonly PhotoRecord[];

/** The summary of an open pool has no time, because the body of the pool gives it. */
function standingOf(photos: Photos, { expected, now }: ReturnType<typeof useExpected>, open: boolean) {
  const unfinished = photos.filter((photo) => !isComplete(photo));
  const running = unfinished.filter(isRunning);
  const ready = photos.length - unfinished.length;
  const parts = [
    running.length > 0 && dashboardTexts.poolRunningCount(running.length),
    ready > 0 && dashboardTexts.poolReadyCount(ready),
    !open && expectedBy(running, expected, now),
  ];
  return { title: titleOf(photos, unfinished, running), summary: parts.filter(Boolean).join(' · ') };
}

function titleOf(photos: Photos, unfinished: Photos, running: Photos): string {
  if (photos.length === 0) return dashboardTexts.poolEmpty;
  if (running.length > 0) return dashboardTexts.poolRunning;
  return unfinished.length > 0 ? photoStateTexts.paused : dashboardTexts.poolDone;
}

interface PoolHeaderProps extends ReturnType<typeof standingOf> {
  docked: boolean;
  open: boolean;
  toggle: Ref<HTMLButtonElement>;
  onToggle: () => void;
  handle: HTMLAttributes<HTMLElement>;
}

function PoolHeader({ title, summary, docked, open, toggle, onToggle, handle }: PoolHeaderProps) {
  const isStrip = docked && !open;
  return (
    <header
      className={classNames('relative min-w-0 flex-1 pt-2', docked && 'touch-none select-none', !isStrip && 'pb-2')}
      {...handle}
    >
      <h2>
        <button
          ref={toggle}
          type="button"
          // A tap anywhere on the header folds or unfolds the pool. A folded pool's tap area is as high as the photos.
          className={classNames(
            'inline-flex items-center gap-2 border-0 bg-transparent p-0 text-left leading-tight [font-weight:inherit] tracking-[inherit] after:absolute after:inset-x-0',
            isStrip ? 'min-h-7 text-16 after:-inset-y-1' : 'min-h-10 text-20 after:inset-y-0',
          )}
          aria-expanded={open}
          title={open ? dashboardTexts.poolCollapse : dashboardTexts.poolExpand}
          onClick={onToggle}
        >
          {title}
          <ChevronDown
            aria-hidden="true"
            className={classNames(
              'size-4.5 flex-none text-ink-faint transition-[rotate] duration-(--motion-base) ease-out',
              !open && 'rotate-180',
            )}
          />
        </button>
      </h2>
      <p className="text-13 leading-[1.3] text-ink-soft tabular-nums" aria-live="polite">
        {summary}
      </p>
    </header>
  );
}

/** Photos of the folded pool. They are outside its header, so that a drag moves a photo and not the pool. */
function Thumbnails({ photos, onOpen }: { photos: Photos; onOpen: (photo: PhotoRecord) => void }) {
  if (photos.length === 0) return null;
  return (
    <ul className="flex snap-x snap-proximity scrollbar-none gap-2 overflow-x-auto p-1 *:flex-none *:snap-start max-[301px]:hidden">
      {photos.map((photo) => (
        <li key={photo._id}>
          <PhotoTile
            photo={photo}
            look="thumbnail"
            onOpen={onOpen}
            badge={
              isComplete(photo) && (
                <span
                  className="grid size-5 place-items-center rounded-full border-2 border-surface bg-success text-surface [&_svg]:size-3 [&_svg]:stroke-[3.5]"
                  aria-hidden="true"
                >
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
    // The ratings that this refresh fetches count as seen, too.
    void queryClient.invalidateQueries().finally(seen);
  };
  return (
    <Button size="s" icon={<RefreshCw />} aria-label={dashboardTexts.refreshNew} onClick={refresh}>
      {dashboardTexts.refresh}
    </Button>
  );
}
