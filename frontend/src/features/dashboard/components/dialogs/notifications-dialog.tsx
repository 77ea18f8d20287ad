import type { Photo as PhotoRecord } from '@candid/contracts';
import { ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatDateTime } from '../../../../lib/format/format';
import { useClearOnceSeen } from '../../../../lib/live/use-clear-once-seen';
import { useUserId } from '../../../../lib/session/use-session';
import { remembered } from '../../../../lib/storage/remembered';
import { commonTexts } from '../../../../lib/texts/common';
import { dialogTexts } from '../../../../lib/texts/dialogs';
import { Photo } from '../../../../shared/photos/photo';
import { shownAverage } from '../../../../shared/scores/adjusted-score';
import { PhotoChip } from '../../../../shared/scores/score-chip';
import { useRatings } from '../../../../shared/scores/use-score-details';
import { Button } from '../../../../ui/button/button';
import { leaveSheets } from '../../../../ui/sheet/close-on-back';
import { Sheet } from '../../../../ui/sheet/sheet';
import { optionsClass } from './dashboard-dialogs';

interface NotificationsDialogProps {
  open: boolean;
  count: number;
  photos: readonly PhotoRecord[];
  onOpen: (photo: PhotoRecord) => void;
  onClose: () => void;
}

/** The count is cleared five seconds after the sheet opens; the open sheet still shows it. */
export function NotificationsDialog({ open, count, photos, onOpen, onClose }: NotificationsDialogProps) {
  const userId = useUserId();
  const clearSoon = useClearOnceSeen('notificationNumber');
  const [told, setTold] = useState({ open, count, seen: ratingsSeen.of(userId) });
  if (open !== told.open)
    setTold({ open, count: open ? count : told.count, seen: open ? ratingsSeen.of(userId) : told.seen });
  else if (open && count > told.count) setTold({ ...told, count });

  // biome-ignore lint/correctness/useExhaustiveDependencies: ratings that arrive while the sheet is open count as seen
  useEffect(() => {
    if (!open || count === 0) return;
    clearSoon();
    // Replaces the whole record, so that deleted photos do not accumulate in it.
    ratingsSeen.set(userId, Object.fromEntries(photos.map(({ _id, timesRated }) => [_id, timesRated])));
  }, [open, count]);

  const show = async (photo: PhotoRecord) => {
    onClose();
    await leaveSheets();
    onOpen(photo);
  };

  const rows = newRatingsOf(photos, told.seen);
  const counted = rows.reduce((sum, { ratings }) => sum + ratings, 0);
  const lead = rows.length === 0 || counted === told.count ? dialogTexts.newRatings(told.count) : dialogTexts.newSince;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={dialogTexts.notificationsTitle}
      footer={
        <Button block onClick={onClose}>
          {commonTexts.done}
        </Button>
      }
    >
      <div className="grid gap-5">
        <p className="text-ink-soft">{told.count > 0 ? lead : dialogTexts.noNotifications}</p>
        {told.count > 0 && (
          <ul className={optionsClass}>
            {rows.map((row) => (
              <li key={row.photo._id}>
                <NotificationRow row={row} onShow={show} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Sheet>
  );
}

interface NotificationRowProps {
  row: NewRatings;
  onShow: (photo: PhotoRecord) => Promise<void>;
}

function NotificationRow({ row: { photo, ratings }, onShow }: NotificationRowProps) {
  const { data } = useRatings(photo._id);
  const times = data && [...data.currentRatings, ...data.pastRatings].map(({ ratedAt }) => ratedAt).sort();
  const last = times?.at(-1);
  return (
    <button
      type="button"
      className="flex min-h-21 w-full items-center gap-3 border-0 bg-transparent px-0 py-2 text-left [&>svg]:size-5 [&>svg]:flex-none [&>svg]:text-ink-faint"
      onClick={() => void onShow(photo)}
    >
      <span className="relative w-[4.5rem] flex-none">
        <Photo source={photo} alt="" sizes="72px" corners="small" />
        <PhotoChip photo={photo} />
      </span>
      <span className="grid min-w-0 flex-1 text-14 text-ink-soft">
        <span className="text-16 font-bold text-ink">{dialogTexts.newRatingsOf(ratings, shownAverage(photo))}</span>
        {last && <time dateTime={last}>{formatDateTime(last)}</time>}
      </span>
      <ChevronRight aria-hidden="true" />
    </button>
  );
}

type Seen = Readonly<Record<string, number>>;

interface NewRatings {
  readonly photo: PhotoRecord;
  /** At least 1. */
  readonly ratings: number;
}

/**
 * Returns photos with ratings that this browser has not shown yet; the photo with the most such ratings comes first. If
 * the browser has shown no ratings yet, all ratings of running assessments are new.
 */
export function newRatingsOf(photos: readonly PhotoRecord[], seen: Seen | null): NewRatings[] {
  return photos
    .map((photo) => {
      const before = seen ? (seen[photo._id] ?? 0) : photo.section === 'testing' ? 0 : photo.timesRated;
      return { photo, ratings: photo.timesRated - before };
    })
    .filter(({ ratings }) => ratings > 0)
    .sort((one, other) => other.ratings - one.ratings);
}

const ratingsSeen = remembered<Seen>('ratingsSeen');
