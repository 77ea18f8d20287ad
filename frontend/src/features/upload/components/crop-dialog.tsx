import { FileImage, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import Cropper, { getInitialCropFromCroppedAreaPercentages, type MediaSize, type Size } from 'react-easy-crop';
import { uploadTexts } from '../../../lib/texts/upload';
import { Button } from '../../../ui/button/button';
import { IconButton } from '../../../ui/icon-button/icon-button';
import { Notice, NoticeRegion } from '../../../ui/notice/notice';
import { Sheet } from '../../../ui/sheet/sheet';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import type { FoundFace } from '../api/find-face';
import { type CropArea, cropImage } from '../crop-image';
import { useCropSource } from '../hooks/use-crop-source';
import { useFoundFace } from '../hooks/use-found-face';
import styles from './crop-dialog.module.css';

interface CropDialogProps {
  file: File;
  position: number;
  count: number;
  /** Said above the picture. */
  note?: ReactNode;
  onCropped: (file: File) => void;
  /** Goes on without this one; only where there are others. */
  onSkip?: () => void;
  onCancel: () => void;
}

const aspect = 4 / 5;
/** One notch of a wheel is one step of 0.2. */
const wheelSpeed = 0.4;
const arrowStepPx = 8;
const zoomKeys: Partial<Record<string, 1 | -1>> = { '+': 1, '=': 1, '-': -1 };

/** Crops one picture to 4:5. */
export default function CropDialog({ file, position, count, note, onCropped, onSkip, onCancel }: CropDialogProps) {
  const source = useCropSource(file);
  const { image } = source;
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(zoomMin);
  const [area, setArea] = useState<CropArea | null>(null);
  const [saving, setSaving] = useState(false);
  const readable = image !== null && image !== 'unreadable';
  const sizes = useRef<{ media?: MediaSize; crop?: Size }>({});
  // Once the person has changed the crop, a face found later does not override it.
  const [touched, setTouched] = useState(false);
  const face = useFoundFace(readable ? image : null, (found) => {
    const { media, crop: size } = sizes.current;
    const proposed = touched || !media || !size ? null : proposedCrop(found, media, size);
    if (!proposed) return;
    setCrop(proposed.crop);
    setZoom(limitZoom(proposed.zoom));
  });

  const save = async () => {
    if (!readable) return onCropped(file);
    if (!area) return;
    setSaving(true);
    try {
      onCropped(await cropImage(image, area, file.name));
    } catch (error) {
      console.error(error);
      source.giveUp();
    } finally {
      setSaving(false);
    }
  };

  const turn = () => {
    setTouched(false);
    setCrop({ x: 0, y: 0 });
    setZoom(zoomMin);
    void source.turn();
  };

  const zoomByKey = (event: KeyboardEvent) => {
    const step = zoomKeys[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setTouched(true);
    setZoom(zoomBy(step, zoom));
  };

  return (
    <Sheet
      open
      height="full"
      onClose={onCancel}
      closeLabel={count > 1 ? uploadTexts.cancelAll : undefined}
      title={uploadTexts.cropTitle}
      description={count > 1 ? uploadTexts.cropPosition(position, count) : undefined}
      footer={
        <>
          {readable && (
            <ZoomControl
              zoom={zoom}
              turning={source.turning}
              onZoom={(next) => {
                setTouched(true);
                setZoom(limitZoom(next));
              }}
              onTurn={turn}
            />
          )}
          <div className={styles.acts}>
            {onSkip && (
              <Button disabled={saving} onClick={onSkip}>
                {uploadTexts.skip}
              </Button>
            )}
            <Button
              variant="primary"
              busy={saving}
              disabled={image === null || source.turning || (readable && area === null)}
              onClick={save}
            >
              {saving ? uploadTexts.saving : uploadTexts.save}
            </Button>
          </div>
        </>
      }
    >
      <div className={styles.room}>
        {note && <Notice>{note}</Notice>}
        <NoticeRegion>{face && faceWords(face) && <Notice>{faceWords(face)}</Notice>}</NoticeRegion>
        {image === 'unreadable' ? (
          <div className={styles.unseen}>
            <FileImage aria-hidden="true" />
            <strong className={styles.name}>{file.name}</strong>
            <Notice>{uploadTexts.cannotShow(file.name)}</Notice>
          </div>
        ) : (
          // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the crop inside
          <div className={styles.stage} aria-busy={!readable} onKeyDown={zoomByKey}>
            {readable ? (
              <Cropper
                key={image.src}
                image={image.src}
                crop={crop}
                zoom={zoom}
                aspect={aspect}
                minZoom={zoomMin}
                maxZoom={zoomMax}
                zoomSpeed={wheelSpeed}
                keyboardStep={arrowStepPx}
                objectFit="cover"
                showGrid
                cropperProps={{ 'aria-label': uploadTexts.cropArea, role: 'application' }}
                onCropChange={setCrop}
                onZoomChange={setZoom}
                onInteractionStart={() => setTouched(true)}
                setMediaSize={(media) => {
                  sizes.current.media = media;
                }}
                setCropSize={(size) => {
                  sizes.current.crop = size;
                }}
                onCropAreaChange={(_, pixels) => setArea(pixels)}
              />
            ) : (
              <Skeleton shape="photo" />
            )}
          </div>
        )}
      </div>
    </Sheet>
  );
}

interface ZoomControlProps {
  zoom: number;
  turning: boolean;
  onZoom: (zoom: number) => void;
  onTurn: () => void;
}

/** Zoom and turn without a pinch. */
function ZoomControl({ zoom, turning, onZoom, onTurn }: ZoomControlProps) {
  return (
    <div className={styles.zoom}>
      <IconButton
        label={uploadTexts.zoomOut}
        icon={<ZoomOut />}
        disabled={zoom <= zoomMin}
        onClick={() => onZoom(zoomBy(-1, zoom))}
      />
      <input
        type="range"
        className={styles.range}
        style={{ '--filled': `${((zoom - zoomMin) / (zoomMax - zoomMin)) * 100}%` } as CSSProperties}
        aria-label={uploadTexts.zoom}
        aria-valuetext={uploadTexts.zoomOf(zoom.toFixed(1))}
        // Steps are counted from the minimum: from 1 they are 1.2, 1.4 and so on.
        min={1}
        max={zoomMax}
        step={zoomStep}
        value={zoom}
        onChange={(event) => onZoom(Number(event.target.value))}
      />
      <IconButton
        label={uploadTexts.zoomIn}
        icon={<ZoomIn />}
        disabled={zoom >= zoomMax}
        onClick={() => onZoom(zoomBy(1, zoom))}
      />
      <IconButton
        variant="tone"
        className={styles.turn}
        label={uploadTexts.rotate}
        icon={<RotateCw />}
        disabled={turning}
        onClick={onTurn}
      />
    </div>
  );
}

/** Initial crop around the one face that was found; null if there is none to frame. */
function proposedCrop({ crop: box }: FoundFace, media: MediaSize, size: Size) {
  if (!box) return null;
  const area = { x: box.left * 100, y: box.top * 100, width: box.width * 100, height: box.height * 100 };
  return getInitialCropFromCroppedAreaPercentages(area, media, 0, size, zoomMin, zoomMax);
}

/** Hint about the faces found; null if the person cannot act on it. */
export function faceWords({ faces, crop }: FoundFace): string | null {
  if (faces === 0) return uploadTexts.faces.none;
  if (faces === 2) return uploadTexts.faces.several;
  return crop ? uploadTexts.faceFramed : null;
}

/** The picture covers the crop at 1; a margin of 1 % keeps its edges outside. */
export const zoomMin = 1.01;
const zoomMax = 3;
const zoomStep = 0.2;

/** The next step on the scale, also from a zoom between two steps, where a pinch may have left it. */
export function zoomBy(steps: 1 | -1, zoom: number): number {
  const at = zoom / zoomStep;
  const near = Math.round(at);
  const onScale = Math.abs(at - near) < 1e-6;
  const next = onScale ? near + steps : steps > 0 ? Math.ceil(at) : Math.floor(at);
  return limitZoom(next * zoomStep);
}

export function limitZoom(zoom: number): number {
  return Math.min(zoomMax, Math.max(zoomMin, Math.round(zoom * 100) / 100));
}
