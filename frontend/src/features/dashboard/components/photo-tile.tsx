import type { Photo as PhotoRecord } from '@candid/contracts';
import { Crop, Pause, Plus } from 'lucide-react';
import * as m from 'motion/react-m';
import type { KeyboardEvent, ReactNode } from 'react';
import { dashboardTexts } from '../../../lib/texts/dashboard';
import { photoStateTexts } from '../../../lib/texts/photo-states';
import { Photo } from '../../../shared/photos/photo';
import { tileSizes } from '../../../shared/photos/pictures';
import { shownAverage } from '../../../shared/scores/adjusted-score';
import { PhotoChip } from '../../../shared/scores/score-chip';
import { classNames } from '../../../ui/dom/dom';
import { useArrangement } from './arrangement';
import { useDragRules, useLift } from './drag/drag-desk';

export const gridClass =
  'grid grid-cols-3 gap-x-2 gap-y-3 max-[301px]:grid-cols-2 min-[560px]:grid-cols-4 min-[560px]:gap-x-3 min-[560px]:gap-y-4';

interface PhotoTileProps {
  photo: PhotoRecord;
  onOpen: (photo: PhotoRecord) => void;
  caption?: ReactNode;
  /** Content over the photo's lower left corner. */
  badge?: ReactNode;
  /** `large`: half of the page wide. `thumbnail`: only the picture, with the score in its label. */
  look?: 'tile' | 'large' | 'thumbnail';
}

const largeSizes = '(min-width: 900px) 360px, 50vw';
const travel = { type: 'spring', stiffness: 520, damping: 42 } as const;
const inPlace = { duration: 0 };

/** Space lifts the photo. Some browsers also click the button when Space is released; this prevents the click. */
const keepSpaceForLifting = (event: KeyboardEvent) => event.key === ' ' && event.preventDefault();

export function PhotoTile({ photo, onOpen, caption, badge, look = 'tile' }: PhotoTileProps) {
  const { lifted, settlingId, helpId } = useDragRules();
  const isDragging = lifted?._id === photo._id;
  const settling = settlingId === photo._id;
  return (
    <m.div
      layout="position"
      layoutId={photo._id}
      layoutDependency={useArrangement()}
      transition={{ layout: settling ? inPlace : travel }}
      className={classNames(
        'grid min-w-0 content-start gap-2 motion-reduce:[animation:appear_var(--motion-base)]',
        look === 'thumbnail' && 'w-11',
      )}
    >
      <div className="relative">
        <button
          {...useLift(photo._id)}
          type="button"
          className={classNames(
            'block w-full touch-manipulation border-0 bg-transparent p-0 transition-[scale] ease-out select-none [-webkit-touch-callout:none] active:scale-[calc(1-0.02*var(--travel))] [&_img]:pointer-events-none',
            look === 'thumbnail' ? 'rounded-8' : 'rounded-12',
            isDragging ? 'opacity-35' : settling && 'opacity-0',
          )}
          aria-label={describePhoto(photo)}
          aria-describedby={helpId}
          data-return-focus={photo._id}
          onKeyUp={keepSpaceForLifting}
          onClick={() => onOpen(photo)}
        >
          <Photo source={photo} alt="" sizes={look === 'large' ? largeSizes : tileSizes} corners="small" />
        </button>
        {look !== 'thumbnail' && (
          <>
            <PhotoChip photo={photo} />
            <ModerationChip photo={photo} />
          </>
        )}
        {badge && !isModerated(photo) && (
          <span
            className={classNames(
              'pointer-events-none absolute',
              look === 'thumbnail' ? '-right-[3px] -bottom-[3px]' : 'bottom-1.5 left-1.5',
            )}
          >
            {badge}
          </span>
        )}
      </div>
      {caption}
    </m.div>
  );
}

const isModerated = ({ moderation }: PhotoRecord) => moderation === 'held' || moderation === 'crop-wanted';

/** Marks a photo that assessors do not see because it is on hold or needs a new crop. */
function ModerationChip({ photo }: { photo: PhotoRecord }) {
  if (!isModerated(photo)) return null;
  const isHeld = photo.moderation === 'held';
  return (
    <span
      className="pointer-events-none absolute inset-x-0 bottom-0 flex min-h-7.5 items-center justify-center gap-1 rounded-b-12 bg-moderation px-1.5 py-[5px] text-center text-13 leading-tight font-bold text-on-moderation [&_svg]:size-3.5 [&_svg]:flex-none"
      aria-hidden="true"
    >
      {isHeld ? <Pause /> : <Crop />}
      {isHeld ? photoStateTexts.chips.held : photoStateTexts.chips.cropWanted}
    </span>
  );
}

export function AddTile({ label, onAdd, disabled }: { label: string; onAdd: () => void; disabled?: boolean }) {
  return (
    <button
      type="button"
      className="grid aspect-4/5 w-full content-center justify-items-center gap-2 rounded-12 border-[1.5px] border-dashed border-line-strong bg-transparent p-2 text-center text-14 leading-[1.25] font-medium text-ink-soft transition-[background-color] hover:not-disabled:bg-tone hover:not-disabled:text-ink disabled:opacity-55"
      onClick={onAdd}
      disabled={disabled}
    >
      <span
        className="grid size-9 place-items-center rounded-full bg-accent-soft text-accent-ink [&_svg]:size-5"
        aria-hidden="true"
      >
        <Plus />
      </span>
      {label}
    </button>
  );
}

export function describePhoto(photo: PhotoRecord): string {
  if (!isModerated(photo)) return describeRatings(photo);
  const { held, cropWanted } = photoStateTexts.described;
  return `${describeRatings(photo)}, ${photo.moderation === 'held' ? held : cropWanted}`;
}

function describeRatings(photo: PhotoRecord): string {
  if (photo.section === 'testing') return dashboardTexts.photoTesting(photo.testTimesRated, photo.testLimit);
  const score = shownAverage(photo);
  return score === null ? dashboardTexts.photoUnrated : dashboardTexts.photoRated(score, photo.timesRated);
}
