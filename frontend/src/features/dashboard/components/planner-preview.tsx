import type { Photo as PhotoRecord } from '@candid/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, ListOrdered } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { photoReads } from '../../../lib/query/own-reads';
import { forget } from '../../../lib/query/use-read';
import { commonTexts } from '../../../lib/texts/common';
import { plannerPreviewTexts as texts } from '../../../lib/texts/planner-preview';
import { compareTexts } from '../../../lib/texts/results';
import { Photo } from '../../../shared/photos/photo';
import { PhotoStrip } from '../../../shared/photos/photo-strip';
import { Button } from '../../../ui/button/button';
import { CarouselArrows } from '../../../ui/carousel/carousel-arrows';
import { useCarousel } from '../../../ui/carousel/use-carousel';
import { saveFile } from '../../../ui/dom/dom';
import { Dots } from '../../../ui/dots/dots';
import { Notice } from '../../../ui/notice/notice';
import { ProgressBar } from '../../../ui/progress-bar/progress-bar';
import { Sheet } from '../../../ui/sheet/sheet';
import { PictureError, picturesOf } from '../profile-pictures';
import { useArrowKeys } from './photo-view/use-arrow-keys';

/** State of the suggested order of the photos; `shown` means that the photos have this order. */
interface PreviewedOrder {
  readonly offered: boolean;
  readonly shown: boolean;
  readonly loading: boolean;
  readonly failed: boolean;
  readonly toggle: () => void;
}

interface PlannerPreviewProps {
  open: boolean;
  /** Photos of the planner in their order there, without held ones. */
  photos: readonly PhotoRecord[];
  held: number;
  order: PreviewedOrder;
  onClose: () => void;
}

/** Previews the profile like a dating app: one tall photo after the other, without scores. */
export default function PlannerPreview({ open, photos, held, order, onClose }: PlannerPreviewProps) {
  const suggested = order.shown && !order.loading && !order.failed;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={texts.title}
      description={texts.lead}
      footer={<SavePictures key={String(suggested)} photos={photos} />}
    >
      <div className="grid grid-cols-1 gap-2">
        <div className="flex flex-wrap items-center justify-between gap-x-2">
          <p className="text-14 text-ink-soft" aria-live="polite">
            {order.failed ? compareTexts.failed : suggested ? texts.suggested : texts.newestFirst}
          </p>
          {order.offered && (
            <Button
              size="s"
              variant="quiet"
              className="-mr-4"
              icon={<ListOrdered />}
              busy={order.loading}
              onClick={order.toggle}
            >
              {suggested ? texts.toNewestFirst : compareTexts.suggest}
            </Button>
          )}
        </div>
        <Cards key={String(suggested)} photos={photos} />
        {held > 0 && <p className="text-14 text-ink-soft">{texts.held(held)}</p>}
      </div>
    </Sheet>
  );
}

const swipe = { distanceShare: 0.15, velocityPxPerMs: 0.3 };

function Cards({ photos }: { photos: readonly PhotoRecord[] }) {
  const { viewport, index, next, previous, show } = useCarousel(swipe);
  useArrowKeys({ onPrevious: previous, onNext: next });
  const count = photos.length;
  const position = Math.min(index + 1, count);
  return (
    <>
      <section
        className="relative mx-auto w-[min(100%,max(200px,80dvh-330px))] overflow-hidden rounded-24 bg-tone"
        aria-roledescription={commonTexts.carousel}
        aria-label={texts.photos}
      >
        <div className="cursor-grab overflow-hidden active:cursor-grabbing" ref={viewport}>
          <ul className="flex touch-pan-y touch-pinch-zoom">
            {photos.map((photo, at) => (
              <li
                key={photo._id}
                className="min-w-0 flex-[0_0_100%]"
                aria-roledescription={commonTexts.slide}
                aria-label={texts.photo(at + 1, count)}
                aria-hidden={at !== index}
              >
                <Photo
                  source={photo}
                  alt={texts.photo(at + 1, count)}
                  sizes="(min-width: 900px) 400px, 90vw"
                  eager={Math.abs(at - index) <= 1}
                  corners="edge"
                />
              </li>
            ))}
          </ul>
        </div>
        <CarouselArrows onPrevious={position > 1 && previous} onNext={position < count && next} />
        {count > 1 && (
          <div
            className="pointer-events-none absolute inset-x-0 bottom-0 grid justify-items-center gap-2 bg-[linear-gradient(transparent,rgb(20_14_10/0.72)_55%)] px-4 pt-12 pb-4 text-on-scrim"
            aria-hidden="true"
          >
            <Dots count={count} index={position - 1} scrim />
            <p className="text-center text-14 font-bold tabular-nums">
              {position === 1 ? texts.seenFirst(count) : texts.position(position, count)}
            </p>
          </div>
        )}
        <p className="sr-only" aria-live="polite">
          {texts.photo(position, count)}
        </p>
      </section>
      {count > 1 && (
        <PhotoStrip
          photos={photos}
          index={position - 1}
          labelOf={texts.show}
          className="mx-auto w-fit max-w-full gap-1 *:flex-none"
          width="w-13"
          onShow={show}
        />
      )}
    </>
  );
}

/** Downloads the pictures as one file. Closing the preview cancels the download. */
function SavePictures({ photos }: { photos: readonly PhotoRecord[] }) {
  const queryClient = useQueryClient();
  const [fetched, setFetched] = useState(0);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);
  const saving = useMutation({
    mutationFn: async () => {
      const { signal } = leaving.current;
      const { archive, areJpeg } = await picturesOf(photos, setFetched, signal);
      if (!signal.aborted) saveFile(texts.fileName, archive);
      return areJpeg ? texts.saved(texts.fileName) : texts.savedAsWebp(texts.fileName);
    },
    onMutate: () => setFetched(0),
    // The links may have expired, so the next attempt uses fresh ones.
    onError: () => forget(queryClient, ...photoReads),
    retry: false,
    networkMode: 'always',
  });
  return (
    <>
      {saving.isPending && (
        <ProgressBar
          label={texts.progress}
          share={fetched / photos.length}
          words={texts.fetched(fetched, photos.length)}
        />
      )}
      {saving.isError && (
        <Notice tone="danger">
          {texts.failed(saving.error instanceof PictureError ? saving.error.position : fetched + 1)}
        </Notice>
      )}
      <Button block icon={<Download />} busy={saving.isPending} onClick={() => saving.mutate()}>
        {saving.isPending ? texts.saving : texts.save}
      </Button>
      <p role="status" className="text-center text-14 text-ink-soft">
        {saving.data ?? texts.saveLead}
      </p>
    </>
  );
}
