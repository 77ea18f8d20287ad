import { RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import type { CSSProperties } from 'react';
import { uploadTexts } from '../../../lib/texts/upload';
import { IconButton } from '../../../ui/icon-button/icon-button';
import { zoomBy, zoomMax, zoomMin, zoomStep } from '../hooks/crop-zoom';
import styles from './crop-dialog.module.css';

interface ZoomControlProps {
  zoom: number;
  turning: boolean;
  onZoom: (zoom: number) => void;
  onTurn: () => void;
}

/** Zoom and turn without a pinch. */
export function ZoomControl({ zoom, turning, onZoom, onTurn }: ZoomControlProps) {
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
        min={zoomMin}
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
