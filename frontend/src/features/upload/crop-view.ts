import { type PhotoCrop, PRODUCT } from '@candid/contracts';
import { boundsOf, rotated, type Size } from '../../shared/photos/cropping';

/** Position of a picture behind the crop. The unit is the crop's width; the crop is 1 wide and 1.25 high. */
export interface CropView {
  readonly turn: PhotoCrop['turn'];
  /** Degrees, clockwise. */
  readonly tilt: number;
  /** Zoom 1 is the size at which the upright picture just covers the crop. */
  readonly zoom: number;
  /** The vector (x, y) points from the crop's centre to the picture's centre. */
  readonly x: number;
  readonly y: number;
}

export const untouchedView: CropView = { turn: 0, tilt: 0, zoom: 1, x: 0, y: 0 };

const cropHeight = 1 / PRODUCT.photoAspect;
/** Limits of the zoom, in multiples of `coveringZoom`. The minimum is 1 % above it, so that no edge shows. */
export const zoomMin = 1.01;
export const zoomMax = 3;

const angleOf = ({ turn, tilt }: Pick<CropView, 'turn' | 'tilt'>) => turn + tilt;

/** Size of the unturned picture at zoom 1. */
function lyingSize({ width, height }: Size): Size {
  const scale = Math.max(1 / width, cropHeight / height);
  return { width: width * scale, height: height * scale };
}

/** Half the width and height of the crop's bounding box along the picture's sides. */
function halfExtents(angle: number) {
  const { width, height } = boundsOf({ width: 1, height: cropHeight }, angle);
  return { x: width / 2, y: height / 2 };
}

/** The zoom at which the turned picture just covers the crop. */
export function coveringZoom(view: Pick<CropView, 'turn' | 'tilt'>, picture: Size): number {
  const { width, height } = lyingSize(picture);
  const half = halfExtents(angleOf(view));
  return Math.max((2 * half.x) / width, (2 * half.y) / height);
}

/** Returns the nearest view in which the picture covers the crop. Callers store the requested view, not the result. */
export function fitted(view: CropView, picture: Size): CropView {
  const angle = angleOf(view);
  const covering = coveringZoom(view, picture);
  const zoom = limited(view.zoom, covering * zoomMin, covering * zoomMax);
  const { width, height } = lyingSize(picture);
  const half = halfExtents(angle);
  const centre = rotated(view, -angle);
  const reach = { x: (width * zoom) / 2 - half.x, y: (height * zoom) / 2 - half.y };
  const place = rotated({ x: limited(centre.x, -reach.x, reach.x), y: limited(centre.y, -reach.y, reach.y) }, angle);
  return { ...view, zoom, ...place };
}

/** Rotates by 90° about the crop's centre. The zoom changes in proportion to `coveringZoom`. */
export function turnedView(view: CropView, by: 90 | -90, picture: Size): CropView {
  const turn = ((view.turn + by + 360) % 360) as PhotoCrop['turn'];
  const turned = { ...view, turn, ...rotated(view, by) };
  return zoomedView(turned, (view.zoom * coveringZoom(turned, picture)) / coveringZoom(view, picture));
}

export function tiltedView(view: CropView, tilt: number): CropView {
  const limitedTilt = limited(tilt, -PRODUCT.cropTiltMax, PRODUCT.cropTiltMax);
  return { ...view, tilt: limitedTilt, ...rotated(view, limitedTilt - view.tilt) };
}

export function zoomedView(view: CropView, zoom: number): CropView {
  const factor = zoom / view.zoom;
  return { ...view, zoom, x: view.x * factor, y: view.y * factor };
}

export function cropOf(view: CropView, picture: Size): PhotoCrop {
  const { width, height } = boundsOf(lyingSize(picture), angleOf(view));
  const [across, down] = [width * view.zoom, height * view.zoom];
  return {
    turn: view.turn,
    tilt: view.tilt,
    left: share(0.5 - (view.x + 0.5) / across),
    top: share(0.5 - (view.y + cropHeight / 2) / down),
    width: share(1 / across),
    height: share(cropHeight / down),
  };
}

export function viewOf(crop: PhotoCrop, picture: Size): CropView {
  const { width, height } = boundsOf(lyingSize(picture), angleOf(crop));
  const zoom = 1 / (crop.width * width);
  return {
    turn: crop.turn,
    tilt: crop.tilt,
    zoom,
    x: (0.5 - crop.left) * width * zoom - 0.5,
    y: (0.5 - crop.top) * height * zoom - cropHeight / 2,
  };
}

const limited = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

const share = (value: number) => limited(value, 0, 1);

export const zoomStep = 0.2;

/** Returns the next step on the scale, even if a pinch has left the zoom between two steps. */
export function zoomBy(steps: 1 | -1, zoom: number): number {
  const at = zoom / zoomStep;
  const near = Math.round(at);
  const onScale = Math.abs(at - near) < 1e-6;
  const next = onScale ? near + steps : steps > 0 ? Math.ceil(at) : Math.floor(at);
  return limitZoom(next * zoomStep);
}

export const limitZoom = (zoom: number): number => limited(Math.round(zoom * 100) / 100, zoomMin, zoomMax);
