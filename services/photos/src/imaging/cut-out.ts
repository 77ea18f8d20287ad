import type { PhotoCrop } from '@candid/contracts';
import type { Sharp } from 'sharp';
import { ImageRefusedError } from './image-refused-error.js';
import { renditionHeight } from './renditions.js';
import { sharp } from './sharp.js';

export interface Size {
  width: number;
  height: number;
}

interface Area extends Size {
  left: number;
  top: number;
}

interface Point {
  x: number;
  y: number;
}

/** Three colour channels in sRGB, 8 bits each. */
export interface Pixels extends Size {
  data: Buffer;
}

/** How the stored pixels become upright: mirrored first, left to right, then turned clockwise by so many degrees. */
export interface Orientation {
  isMirrored: boolean;
  turn: number;
}

/** @param exif 1 to 8, as in EXIF */
export function orientationOf(exif: number | undefined): Orientation {
  const turns = [0, 0, 180, 180, 270, 90, 90, 270];
  return { isMirrored: [2, 4, 5, 7].includes(exif ?? 1), turn: turns[(exif ?? 1) - 1] ?? 0 };
}

/** A picture is turned by other than right angles at this multiple of the size that is wanted, so that it stays sharp. */
const TILTED_SCALE = 1.5;
/** So far a box may be from 4:5, and beyond the picture, as a share of its size: clients round. */
const ROUNDING_MAX = 0.01;
/** In pixels of the turned picture: the outermost are mixed with what is outside. */
const EDGE = 2;

/**
 * Exactly the crop, scaled to `width`. Only what the box needs is decoded at full size and scaled down; it is turned afterwards.
 * @param picture as it is stored, of `size`
 * @param scaled from the scaled picture to its pixels in sRGB
 * @throws ImageRefusedError `cropShape`, `cropArea`
 */
export async function cutOut(
  picture: Sharp,
  { size, orientation, crop, width }: { size: Size; orientation: Orientation; crop: PhotoCrop; width: number },
  scaled: (picture: Sharp) => Promise<Pixels>,
): Promise<Pixels> {
  const height = renditionHeight(width);
  const angle = orientation.turn + crop.turn + crop.tilt;
  const box = boxOf(crop, size, angle);
  const scale = (crop.tilt === 0 ? 1 : TILTED_SCALE) * (width / box.width);
  const area = areaOf(box, size, angle);
  const isOnSide = (orientation.turn + crop.turn) % 180 !== 0;
  const target =
    crop.tilt === 0
      ? { width: isOnSide ? height : width, height: isOnSide ? width : height }
      : { width: Math.round(area.width * scale), height: Math.round(area.height * scale) };
  const stored = orientation.isMirrored ? { ...area, left: size.width - area.left - area.width } : area;
  const pixels = await scaled(extractScaled(picture, { size, area: stored, target }));
  const turned = await turn(pixels, orientation.isMirrored, angle);
  if (crop.tilt === 0) return turned;
  const centre = rotated(
    {
      x: box.centre.x + size.width / 2 - area.left - area.width / 2,
      y: box.centre.y + size.height / 2 - area.top - area.height / 2,
    },
    angle,
  );
  const cut = {
    left: Math.round(turned.width / 2 + scale * (centre.x - box.width / 2)) + EDGE,
    top: Math.round(turned.height / 2 + scale * (centre.y - box.height / 2)) + EDGE,
    width: Math.floor(box.width * scale) - 2 * EDGE,
    height: Math.floor(box.height * scale) - 2 * EDGE,
  };
  return pixelsOf(pictureOf(turned).extract(cut).resize(width, height, { fit: 'fill' }));
}

/** The whole picture is scaled first where its decoder can skip pixels. */
function extractScaled(picture: Sharp, { size, area, target }: { size: Size; area: Area; target: Size }): Sharp {
  const [across, down] = [target.width / area.width, target.height / area.height];
  if (Math.max(across, down) > 0.5) {
    return picture.extract(area).resize(target.width, target.height, { fit: 'fill' });
  }
  const whole = { width: Math.round(size.width * across), height: Math.round(size.height * down) };
  const left = Math.min(Math.round(area.left * across), whole.width - target.width);
  const top = Math.min(Math.round(area.top * down), whole.height - target.height);
  return picture.resize(whole.width, whole.height, { fit: 'fill' }).extract({ left, top, ...target });
}

/** @param centre from the picture's centre, before the picture is turned */
interface Box extends Size {
  centre: Point;
}

/** In pixels of the picture; what reaches beyond the picture by rounding is drawn in. */
function boxOf(crop: PhotoCrop, { width, height }: Size, angle: number): Box {
  const corner = [rotated({ x: width, y: height }, angle), rotated({ x: width, y: -height }, angle)];
  const around = {
    width: Math.max(...corner.map(({ x }) => Math.abs(x))),
    height: Math.max(...corner.map(({ y }) => Math.abs(y))),
  };
  const size = { width: crop.width * around.width, height: crop.height * around.height };
  const offBy = Math.abs(size.width - (size.height * 4) / 5);
  if (offBy > Math.max(1, ROUNDING_MAX * size.width)) throw new ImageRefusedError('cropShape');
  const centre = rotated(
    {
      x: (crop.left + crop.width / 2 - 0.5) * around.width,
      y: (crop.top + crop.height / 2 - 0.5) * around.height,
    },
    -angle,
  );
  const share = Math.min(
    ...cornersOf({ ...size, centre }, angle).flatMap(({ x, y }) => [
      shareWithin(centre.x, x, width / 2),
      shareWithin(centre.y, y, height / 2),
    ]),
  );
  if (!(share >= 1 - ROUNDING_MAX)) throw new ImageRefusedError('cropArea');
  return { width: size.width * share, height: size.height * share, centre };
}

/** How much of the way from the centre to the corner lies within `most` of zero. */
function shareWithin(centre: number, corner: number, most: number): number {
  if (Math.abs(corner) <= most) return 1;
  return (Math.sign(corner) * most - centre) / (corner - centre);
}

/** From the picture's centre, before it is turned. */
function cornersOf({ width, height, centre }: Box, angle: number): Point[] {
  return [-0.5, 0.5].flatMap((right) =>
    [-0.5, 0.5].map((down) => {
      const corner = rotated({ x: right * width, y: down * height }, -angle);
      return { x: centre.x + corner.x, y: centre.y + corner.y };
    }),
  );
}

/** The whole pixels of the picture that the box needs, at least one each way. */
function areaOf(box: Box, size: Size, angle: number): Area {
  const corners = cornersOf(box, angle);
  const [left, width] = spanOf(
    corners.map(({ x }) => x + size.width / 2),
    size.width,
  );
  const [top, height] = spanOf(
    corners.map(({ y }) => y + size.height / 2),
    size.height,
  );
  return { left, top, width, height };
}

/** A thousandth of a pixel is a fault of the arithmetic. */
function spanOf(places: number[], length: number): [from: number, length: number] {
  const from = Math.min(length - 1, Math.max(0, Math.floor(Math.min(...places) + 0.001)));
  const to = Math.max(from + 1, Math.min(length, Math.ceil(Math.max(...places) - 0.001)));
  return [from, to - from];
}

/** Clockwise, where y points downwards. */
function rotated({ x, y }: Point, degrees: number): Point {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}

async function turn(pixels: Pixels, isMirrored: boolean, angle: number): Promise<Pixels> {
  if (!isMirrored && angle % 360 === 0) return pixels;
  return pixelsOf(pictureOf(pixels).flop(isMirrored).rotate(angle));
}

export async function pixelsOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) throw new Error(`expected 3 colour channels, found ${info.channels}`);
  return { data, width: info.width, height: info.height };
}

export const pictureOf = ({ data, width, height }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels: 3 } });
