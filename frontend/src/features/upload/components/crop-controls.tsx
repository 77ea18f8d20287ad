import { PRODUCT } from '@candid/contracts';
import { RotateCcwSquare, RotateCwSquare, ZoomIn, ZoomOut } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { uploadTexts } from '../../../lib/texts/upload';
import type { Size } from '../../../shared/photos/cropping';
import { Button } from '../../../ui/button/button';
import { IconButton } from '../../../ui/icon-button/icon-button';
import {
  type CropView,
  fitted,
  limitZoom,
  tiltedView,
  turnedView,
  untouchedView,
  zoomBy,
  zoomedView,
  zoomMax,
  zoomMin,
  zoomStep,
} from '../crop-view';

const rowClass = '-mx-[11px] flex items-center gap-1';
const rangeClass =
  'm-0 h-target min-w-0 flex-1 cursor-pointer appearance-none [background:none] [--track:linear-gradient(to_right,var(--color-tone-strong)_var(--from),var(--color-accent)_var(--from)_var(--to),var(--color-tone-strong)_var(--to))] forced-colors:appearance-auto [&::-moz-range-thumb]:size-6 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-accent [&::-moz-range-track]:h-1.5 [&::-moz-range-track]:rounded-pill [&::-moz-range-track]:[background:var(--track)] [&::-webkit-slider-runnable-track]:h-1.5 [&::-webkit-slider-runnable-track]:rounded-pill [&::-webkit-slider-runnable-track]:[background:var(--track)] [&::-webkit-slider-thumb]:-mt-[9px] [&::-webkit-slider-thumb]:size-6 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:border-0 [&::-webkit-slider-thumb]:bg-accent';

interface CropControlsProps {
  view: CropView;
  covering: number;
  size: Size;
  onChange: (next: (before: CropView) => CropView) => void;
}

const tiltStep = 0.5;

export function CropControls({ view, covering, size, onChange }: CropControlsProps) {
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
          className={rangeClass}
          style={filled(0, (zoom - zoomMin) / (zoomMax - zoomMin))}
          aria-label={uploadTexts.zoom}
          aria-valuetext={uploadTexts.zoomOf(zoom.toFixed(1))}
          // Steps are counted from the minimum: from 1 they are 1.2, 1.4 and so on.
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
          className={rangeClass}
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

export function ResetButton({ view, size, onReset }: { view: CropView; size: Size; onReset: () => void }) {
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

/** The coloured part of a track, between two shares of its length. */
function filled(from: number, to: number): CSSProperties {
  const [start, end] = from < to ? [from, to] : [to, from];
  return { '--from': `${start * 100}%`, '--to': `${end * 100}%` } as CSSProperties;
}
