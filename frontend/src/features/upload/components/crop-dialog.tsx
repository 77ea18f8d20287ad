import { type PhotoCrop, PRODUCT, reportsRoutes } from '@candid/contracts';
import { ArrowLeft, RotateCcwSquare, RotateCwSquare, ZoomIn, ZoomOut } from 'lucide-react';
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import { type Answer, call } from '../../../lib/api/call';
import { decimal } from '../../../lib/language/decimal';
import { uploadTexts } from '../../../lib/texts/upload';
import type { Size } from '../../../shared/photos/cropping';
import { Button } from '../../../ui/button/button';
import { IconButton } from '../../../ui/icon-button/icon-button';
import { Notice, NoticeRegion } from '../../../ui/notice/notice';
import { Sheet } from '../../../ui/sheet/sheet';
import { type CropPicture, smallJpegOf } from '../crop-picture';
import {
  type CropView,
  coveringZoom,
  cropOf,
  fitted,
  limitZoom,
  tiltedView,
  turnedView,
  untouchedView,
  viewOf,
  zoomBy,
  zoomedView,
  zoomMax,
  zoomMin,
  zoomStep,
} from '../crop-view';
import styles from './crop-dialog.module.css';
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
  /** Goes back to the previous picture and passes on the current crop. */
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
  // A hidden hint keeps its space, so that the picture does not move away under the finger.
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

/** Returns the view around the detected face; null if there is not exactly one face or the view would not change. */
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

/** `faces`: 2 means several; null without detection. `crop`: around the only face, in fractions of the picture. */
type FoundFace = Pick<Answer<typeof reportsRoutes.findFace>, 'faces' | 'crop'>;

/** Timeout of the face detection. Its result changes the crop only if the person has not changed the crop yet. */
const patienceMs = 10_000;

/** Detects faces without storing the picture. Calls `onFound` at most once per picture; do not wait for the call. */
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

const rowClass = '-mx-[11px] flex items-center gap-1';

interface CropControlsProps {
  view: CropView;
  covering: number;
  size: Size;
  onChange: (next: (before: CropView) => CropView) => void;
}

const tiltStep = 0.5;

function CropControls({ view, covering, size, onChange }: CropControlsProps) {
  const [turned, setTurned] = useState(false);
  const zoom = view.zoom / covering;
  const zoomTo = (next: number) => onChange((before) => zoomedView(fitted(before, size), limitZoom(next) * covering));
  const turn = (by: 90 | -90) => {
    setTurned(true);
    onChange((before) => turnedView(before, by, size));
  };

  return (
    <div className="grid">
      <div className={rowClass}>
        <IconButton
          label={uploadTexts.zoomOut}
          icon={<ZoomOut />}
          disabled={zoom <= zoomMin}
          onClick={() => zoomTo(zoomBy(-1, zoom))}
        />
        <input
          type="range"
          className={styles.range}
          style={filled(0, (zoom - zoomMin) / (zoomMax - zoomMin))}
          aria-label={uploadTexts.zoom}
          aria-valuetext={uploadTexts.zoomOf(decimal(zoom, 1))}
          // The browser counts steps from the minimum: from 1 they are 1.2, 1.4 and so on.
          min={1}
          max={zoomMax}
          step={zoomStep}
          value={zoom}
          onChange={(event) => zoomTo(Number(event.target.value))}
        />
        <IconButton
          label={uploadTexts.zoomIn}
          icon={<ZoomIn />}
          disabled={zoom >= zoomMax}
          onClick={() => zoomTo(zoomBy(1, zoom))}
        />
      </div>
      <div className={rowClass}>
        <IconButton label={uploadTexts.turnLeft} icon={<RotateCcwSquare />} onClick={() => turn(-90)} />
        <input
          type="range"
          className={styles.range}
          style={filled(0.5, 0.5 + view.tilt / (2 * PRODUCT.cropTiltMax))}
          aria-label={uploadTexts.straighten}
          aria-valuetext={uploadTexts.tiltWords(view.tilt)}
          min={-PRODUCT.cropTiltMax}
          max={PRODUCT.cropTiltMax}
          step={tiltStep}
          value={view.tilt}
          onChange={(event) => onChange((before) => tiltedView(before, Number(event.target.value)))}
        />
        <span className="min-w-[3.2em] text-right text-14 text-ink-soft tabular-nums" aria-hidden="true">
          {uploadTexts.tilt(view.tilt)}
        </span>
        <IconButton label={uploadTexts.turnRight} icon={<RotateCwSquare />} onClick={() => turn(90)} />
      </div>
      <span className="sr-only" role="status">
        {turned && uploadTexts.turned(view.turn)}
      </span>
    </div>
  );
}

function ResetButton({ view, size, onReset }: { view: CropView; size: Size; onReset: () => void }) {
  const start = fitted(untouchedView, size);
  const isUntouched = (['turn', 'tilt', 'zoom', 'x', 'y'] as const).every(
    (name) => Math.abs(view[name] - start[name]) < 1e-6,
  );
  return (
    <Button size="s" variant="quiet" disabled={isUntouched} onClick={onReset}>
      {uploadTexts.reset}
    </Button>
  );
}

/** Colours a track between `from` and `to`, both as shares of the track's length. */
function filled(from: number, to: number): CSSProperties {
  const [start, end] = from < to ? [from, to] : [to, from];
  return { '--from': `${start * 100}%`, '--to': `${end * 100}%` } as CSSProperties;
}
