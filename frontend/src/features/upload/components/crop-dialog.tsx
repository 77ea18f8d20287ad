import { type PhotoCrop, reportsRoutes } from '@candid/contracts';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Answer, call } from '../../../lib/api/call';
import { uploadTexts } from '../../../lib/texts/upload';
import { drawnJpeg } from '../../../shared/photos/canvas';
import { Button } from '../../../ui/button/button';
import { IconButton } from '../../../ui/icon-button/icon-button';
import { Notice, NoticeRegion } from '../../../ui/notice/notice';
import { Sheet } from '../../../ui/sheet/sheet';
import type { CropPicture } from '../crop-picture';
import { type CropView, coveringZoom, cropOf, fitted, untouchedView, viewOf } from '../crop-view';
import { CropControls, ResetButton } from './crop-controls';
import { CropStage } from './crop-stage';

interface CropDialogProps {
  picture: CropPicture | null;
  instead: ReactNode;
  crop?: PhotoCrop;
  position?: number;
  count?: number;
  note?: ReactNode;
  problem?: ReactNode;
  saving?: boolean;
  onCropped: (crop: PhotoCrop, picture: CropPicture) => void;
  /** Goes back to the previous picture with the current crop. */
  onBack?: (crop: PhotoCrop | null) => void;
  onSkip?: () => void;
  onCancel: () => void;
}

export default function CropDialog({ picture, instead, crop, position = 1, count = 1, ...props }: CropDialogProps) {
  const size = picture?.size;
  // The requested view; null until the person or a detected face has changed it.
  const [wished, setWished] = useState<CropView | null>(null);
  const [framed, setFramed] = useState(false);
  const [touched, setTouched] = useState(crop !== undefined);
  const started = crop && size ? viewOf(crop, size) : untouchedView;
  const view = size ? fitted(wished ?? started, size) : null;

  const face = useFoundFace(crop ? null : (picture?.image ?? null), (found) => {
    const proposed = size && !touched ? proposedView(found, size) : null;
    if (!proposed) return;
    setWished(proposed);
    setFramed(true);
  });
  const words = face && faceWords(face, framed);
  // The hint keeps its room when it is hidden, so that the picture stays under the finger that moves it.
  const isPast = framed ? touched : view?.turn !== 0;

  const change = (next: (before: CropView) => CropView) => {
    setTouched(true);
    setWished((before) => next(before ?? started));
  };
  const cropNow = () => (view && size ? cropOf(view, size) : null);
  const save = () => {
    const now = cropNow();
    if (now && picture) props.onCropped(now, picture);
  };

  return (
    <Sheet
      open
      height="full"
      onClose={props.onCancel}
      closeLabel={count > 1 ? uploadTexts.cancelAll : undefined}
      title={uploadTexts.cropTitle}
      description={count > 1 ? uploadTexts.cropPosition(position, count) : undefined}
      headerActions={
        view && size && <ResetButton view={view} size={size} onReset={() => change(() => untouchedView)} />
      }
      footer={
        <>
          {view && size && (
            <CropControls view={view} covering={coveringZoom(view, size)} size={size} onChange={change} />
          )}
          <div className="flex items-center gap-3 [&>:not([aria-label])]:flex-1">
            {props.onBack && (
              <IconButton
                variant="tone"
                label={uploadTexts.previous}
                icon={<ArrowLeft />}
                onClick={() => props.onBack?.(cropNow())}
              />
            )}
            {props.onSkip && (
              <Button disabled={props.saving} onClick={props.onSkip}>
                {uploadTexts.skip}
              </Button>
            )}
            <Button variant="primary" busy={props.saving} disabled={!view} onClick={save}>
              {props.saving ? uploadTexts.saving : uploadTexts.save}
            </Button>
          </div>
        </>
      }
    >
      <div className="flex h-full flex-col gap-3">
        {props.note && <Notice>{props.note}</Notice>}
        {props.problem}
        <NoticeRegion>
          {words && (
            <div className={isPast ? 'invisible' : undefined}>
              <Notice>{words}</Notice>
            </div>
          )}
        </NoticeRegion>
        {picture && view ? (
          <CropStage picture={picture} view={view} covering={coveringZoom(view, picture.size)} onChange={change} />
        ) : (
          instead
        )}
      </div>
    </Sheet>
  );
}

/** Returns the view around the only detected face; null if there is none or the view would not change. */
function proposedView({ crop: box }: FoundFace, size: CropPicture['size']): CropView | null {
  if (!box) return null;
  const proposed = fitted(viewOf({ turn: 0, tilt: 0, ...box }, size), size);
  const { zoom, x, y } = fitted(untouchedView, size);
  const change = Math.max(Math.abs(proposed.zoom - zoom), Math.abs(proposed.x - x), Math.abs(proposed.y - y));
  return change > 0.01 ? proposed : null;
}

function faceWords({ faces }: FoundFace, framed: boolean): string | null {
  if (faces === 0) return uploadTexts.faces.none;
  if (faces === 2) return uploadTexts.faces.several;
  return framed ? uploadTexts.faceFramed : null;
}

/** `faces`: 2 means several; null if detection was not possible. `crop`: around the only face, as fractions. */
type FoundFace = Pick<Answer<typeof reportsRoutes.findFace>, 'faces' | 'crop'>;

/** Timeout. A result moves the crop only until the person has changed it. */
const patienceMs = 10_000;

/** The server stores nothing. Calls `onFound` at most once per picture; callers must not wait for it. */
function useFoundFace(image: HTMLImageElement | null, onFound: (found: FoundFace) => void): FoundFace | null {
  const [found, setFound] = useState<FoundFace | null>(null);
  const told = useRef(onFound);
  told.current = onFound;
  useEffect(() => {
    setFound(null);
    if (!image) return;
    const leaving = new AbortController();
    const signal = AbortSignal.any([leaving.signal, AbortSignal.timeout(patienceMs)]);
    smallJpegOf(image)
      .then((jpeg) => (jpeg === null ? null : call(reportsRoutes.findFace, { body: { jpeg }, signal })))
      .then(
        (face) => {
          if (!face || signal.aborted) return;
          setFound(face);
          told.current(face);
        },
        // Detection is optional: without it the crop stays centred.
        () => undefined,
      );
    return () => leaving.abort();
  }, [image]);
  return found;
}

/** Large enough for face detection. */
const sideMaxPx = 480;

/** The whole picture as a base64 JPEG; its longer side is at most 480 px. Null if this browser cannot draw it. */
async function smallJpegOf(image: HTMLImageElement): Promise<string | null> {
  const scale = Math.min(1, sideMaxPx / Math.max(image.naturalWidth, image.naturalHeight));
  const scaled = (side: number) => Math.max(1, Math.round(side * scale));
  const size = { width: scaled(image.naturalWidth), height: scaled(image.naturalHeight) };
  const jpeg = await drawnJpeg(image, size, 0.8);
  if (!jpeg) return null;
  const bytes = new Uint8Array(await jpeg.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
