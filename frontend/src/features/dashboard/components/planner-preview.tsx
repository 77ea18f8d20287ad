import type { Photo as PhotoRecord } from '@candid/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Zippable, zipSync } from 'fflate';
import { Download, ListOrdered } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { photoReads } from '../../../lib/query/own-reads';
import { forget } from '../../../lib/query/use-read';
import { dashboardTexts } from '../../../lib/texts/dashboard';
import { plannerPreviewTexts as texts } from '../../../lib/texts/planner-preview';
import { drawnJpeg } from '../../../shared/photos/canvas';
import { PhotoCarousel } from '../../../shared/photos/photo-carousel';
import { Button } from '../../../ui/button/button';
import { saveFile } from '../../../ui/dom/dom';
import { Dots } from '../../../ui/dots/dots';
import { Notice } from '../../../ui/notice/notice';
import { ProgressBar } from '../../../ui/progress-bar/progress-bar';
import { Sheet } from '../../../ui/sheet/sheet';
import type { SuggestedOrder } from '../hooks/use-suggested-order';

interface PlannerPreviewProps {
  open: boolean;
  /** Photos in the planner's order, without photos on hold. */
  photos: readonly PhotoRecord[];
  held: number;
  order: SuggestedOrder;
  onClose: () => void;
}

/** Previews the profile like a dating app: one tall photo after the other, without scores. */
export default function PlannerPreview({ open, photos, held, order, onClose }: PlannerPreviewProps) {
  const suggested = order.applied;
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
          <p className="flex-[1_1_7rem] text-14 text-ink-soft" aria-live="polite">
            {order.failed ? dashboardTexts.orderFailed : suggested ? texts.suggested : texts.newestFirst}
          </p>
          {order.offered && (
            <Button
              size="s"
              variant="quiet"
              className="-mr-4 ml-auto"
              icon={<ListOrdered />}
              busy={order.loading}
              onClick={order.toggle}
            >
              {suggested ? texts.toNewestFirst : dashboardTexts.suggest}
            </Button>
          )}
        </div>
        <Cards key={String(suggested)} photos={photos} />
        {held > 0 && <p className="text-14 text-ink-soft">{texts.held(held)}</p>}
      </div>
    </Sheet>
  );
}

function Cards({ photos }: { photos: readonly PhotoRecord[] }) {
  const count = photos.length;
  return (
    <PhotoCarousel
      photos={photos}
      label={texts.photos}
      nameOf={texts.photo}
      sizes="(min-width: 900px) 400px, 90vw"
      className="mx-auto w-[min(100%,round(down,max(200px,80dvh-330px),2px))] rounded-24"
      cover={(_, position) =>
        count > 1 && (
          <div
            className="pointer-events-none absolute inset-x-0 bottom-0 grid justify-items-center gap-2 bg-[linear-gradient(transparent,rgb(20_14_10/0.72)_55%)] px-4 pt-12 pb-4 text-on-scrim"
            aria-hidden="true"
          >
            <Dots count={count} index={position - 1} scrim />
            <p className="text-center text-14 font-bold tabular-nums">
              {position === 1 ? texts.seenFirst(count) : texts.position(position, count)}
            </p>
          </div>
        )
      }
      strip={
        count > 1 && { labelOf: texts.show, className: 'mx-auto w-fit max-w-full gap-1 *:flex-none', width: 'w-13' }
      }
    />
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
      {saving.isError && <Notice tone="danger">{texts.failed(fetched + 1)}</Notice>}
      <Button block icon={<Download />} busy={saving.isPending} onClick={() => saving.mutate()}>
        {saving.isPending ? texts.saving : texts.save}
      </Button>
      <p role="status" className="text-center text-14 text-ink-soft">
        {saving.data ?? texts.saveLead}
      </p>
    </>
  );
}

/** JPEG quality at which a picture looks the same as the stored picture. */
const jpegQuality = 0.92;

/**
 * Returns the photos in this order as one archive: 1.jpg, 2.jpg and so on. Pictures become JPEG, because not every
 * dating app accepts the stored WebP; `areJpeg` is false if one stays WebP. Redrawing also removes the metadata. Calls
 * `onFetched` with the number fetched so far. If one picture cannot be fetched, the archive fails.
 */
async function picturesOf(photos: readonly PhotoRecord[], onFetched: (count: number) => void, signal: AbortSignal) {
  const files: Zippable = {};
  for (const [index, photo] of photos.entries()) {
    const picture = await pictureOf(largestOf(photo), signal);
    const ending = picture.type === 'image/jpeg' ? 'jpg' : 'webp';
    files[`${index + 1}.${ending}`] = new Uint8Array(await picture.arrayBuffer());
    onFetched(index + 1);
  }
  return {
    // Pictures are already compressed.
    archive: new Blob([zipSync(files, { level: 0 })], { type: 'application/zip' }),
    areJpeg: Object.keys(files).every((name) => name.endsWith('.jpg')),
  };
}

const largestOf = ({ path, renditions }: PhotoRecord): string =>
  renditions.reduce((largest, next) => (next.width > largest.width ? next : largest), { width: 0, path }).path;

/** Returns the picture as JPEG, or as stored if this browser cannot convert it. */
async function pictureOf(path: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(path, { credentials: 'same-origin', signal });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const stored = await response.blob();
  const picture = await createImageBitmap(stored);
  const jpeg = await drawnJpeg(picture, picture, jpegQuality);
  picture.close();
  return jpeg ?? stored;
}
