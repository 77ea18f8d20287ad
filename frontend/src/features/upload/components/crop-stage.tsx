import { PRODUCT } from '@candid/contracts';
import { type KeyboardEvent, useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import { uploadTexts } from '../../../lib/texts/upload';
import type { CropPicture } from '../crop-picture';
import { type CropView, fitted, zoomBy, zoomedView, zoomMax, zoomMin } from '../crop-view';

/** The crop fills the space below the messages, so that the person sees the whole crop. */
export const placeClass = 'grid min-h-40 flex-1 [container-type:size] [place-content:safe_center]';
export const stageClass =
  'relative aspect-4/5 w-[min(100cqw,80cqh)] overflow-hidden rounded-16 bg-[#14100d] has-[:focus-visible]:outline-3 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-accent-ink [&_:focus-visible]:outline-none';

interface CropStageProps {
  picture: CropPicture;
  view: CropView;
  covering: number;
  onChange: (next: (before: CropView) => CropView) => void;
}

/** One notch of a wheel changes the zoom by 0.2. */
const wheelSpeed = 0.4;
const arrowStepPx = 8;
const zoomKeys: Partial<Record<string, 1 | -1>> = { '+': 1, '=': 1, '-': -1 };
/** Positions that differ by less than this count as equal; the unit is the width of the crop. */
const samePlace = 1e-6;

export function CropStage({ picture, view, covering, onChange }: CropStageProps) {
  // The cropper measures itself after the first render; `width` is 0 until the cropper calls `move`.
  const measured = useRef(0);
  const [width, setWidth] = useState(0);
  const { image, size } = picture;
  const fit = (wished: CropView) => fitted(wished, size);
  const zoom = view.zoom / covering;

  const move = (at: { x: number; y: number }) => {
    setWidth(measured.current);
    const place = { x: at.x / measured.current, y: at.y / measured.current };
    // Ignores unchanged positions, because the cropper also reports its position after measuring or zooming.
    const isSame = Math.max(Math.abs(place.x - view.x), Math.abs(place.y - view.y)) < samePlace;
    if (width > 0 && !isSame) onChange((before) => ({ ...fit(before), ...place }));
  };

  const zoomByKey = (event: KeyboardEvent) => {
    const step = zoomKeys[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onChange((before) => zoomedView(fit(before), zoomBy(step, zoom) * covering));
  };

  return (
    <div className={placeClass}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles keyboard events of the crop inside */}
      <div className={stageClass} onKeyDown={zoomByKey}>
        <Cropper
          image={image.src}
          crop={{ x: view.x * width, y: view.y * width }}
          zoom={zoom}
          // Replaces the cropper's own rotation, which would shrink the frame and leave empty corners.
          transform={transformOf(view, width)}
          restrictPosition={false}
          aspect={PRODUCT.photoAspect}
          minZoom={zoomMin}
          maxZoom={zoomMax}
          zoomSpeed={wheelSpeed}
          keyboardStep={arrowStepPx}
          objectFit="cover"
          showGrid
          cropperProps={{ 'aria-label': uploadTexts.cropArea, role: 'application' }}
          onCropChange={move}
          onZoomChange={(next) => onChange((before) => ({ ...before, zoom: next * covering }))}
          onInteractionStart={() => onChange(fit)}
          onInteractionEnd={() => onChange(fit)}
          setCropSize={(crop) => {
            measured.current = crop.width;
          }}
        />
      </div>
    </div>
  );
}

function transformOf({ turn, tilt, zoom, x, y }: CropView, width: number): string {
  return [`translate(${x * width}px,${y * width}px)`, `rotate(${turn + tilt}deg)`, `scale(${zoom})`].join(' ');
}
