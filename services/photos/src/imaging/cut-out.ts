import type { PhotoCrop } from '@candid/contracts';
import { ImageRefusedError } from './image-refused-error.js';
import type { OpenPicture } from './open-picture.js';
import { type Area, renditionHeight, type Size } from './renditions.js';
import { type Pixels, pictureOf, rawOf } from './sharp.js';

interface Point {
  x: number;
  y: number;
}

/** A tilted picture is read at this multiple of the wanted size, so that it stays sharp. */
const TILTED_SCALE = 1.5;
/** Clients round numbers, so a box may differ from 4:5, or exceed the picture, by this share of the box. */
const ROUNDING_MAX = 0.01;
/** Pixels cut off at each side of a turned picture, because they are mixed with the background. */
const EDGE = 2;

/**
 * Returns exactly the crop, scaled to `width`. Reads and scales only the area that the box needs, then turns it.
 * @throws ImageRefusedError `cropShape`, `cropArea`, and the errors of `OpenPicture.read`
 */
export async function cutOut(picture: OpenPicture, crop: PhotoCrop, width: number): Promise<Pixels> {
  const height = renditionHeight(width);
  const angle = crop.turn + crop.tilt;
  const box = boxOf(crop, picture, angle);
  const area = areaOf(box, picture, angle);
  if (crop.tilt === 0) {
    const isOnSide = crop.turn % 180 !== 0;
    const upright = await picture.read(isOnSide ? { width: height, height: width } : { width, height }, area);
    return turn(upright, angle);
  }
  const scale = TILTED_SCALE * (width / box.width);
  const size = { width: Math.round(area.width * scale), height: Math.round(area.height * scale) };
  const turned = await turn(await picture.read(size, area), angle);
  const centre = rotated(
    {
      x: box.centre.x + picture.width / 2 - area.left - area.width / 2,
      y: box.centre.y + picture.height / 2 - area.top - area.height / 2,
    },
    angle,
  );
  const cut = {
    left: Math.round(turned.width / 2 + scale * (centre.x - box.width / 2)) + EDGE,
    top: Math.round(turned.height / 2 + scale * (centre.y - box.height / 2)) + EDGE,
    width: Math.floor(box.width * scale) - 2 * EDGE,
    height: Math.floor(box.height * scale) - 2 * EDGE,
  };
  return rawOf(pictureOf(turned).extract(cut).resize(width, height, { fit: 'fill' }));
}

/** @param centre offset from the picture's centre, before the picture is turned */
interface Box extends Size {
  centre: Point;
}

/** Returns the box in pixels of the picture. Shrinks a box that exceeds the picture because of rounding. */
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

/** Returns the part of the way from `centre` to `corner` that lies within ±`most`, as a share. */
function shareWithin(centre: number, corner: number, most: number): number {
  if (Math.abs(corner) <= most) return 1;
  return (Math.sign(corner) * most - centre) / (corner - centre);
}

/** Returns offsets from the picture's centre, before the picture is turned. */
function cornersOf({ width, height, centre }: Box, angle: number): Point[] {
  return [-0.5, 0.5].flatMap((right) =>
    [-0.5, 0.5].map((down) => {
      const corner = rotated({ x: right * width, y: down * height }, -angle);
      return { x: centre.x + corner.x, y: centre.y + corner.y };
    }),
  );
}

/** Returns the whole pixels of the picture that the box needs, at least one in each direction. */
function areaOf(box: Box, size: Size, angle: number): Area {
  const corners = cornersOf(box, angle);
  const [across, down] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const [left, width] = spanOf(across, size.width);
  const [top, height] = spanOf(down, size.height);
  return { left, top, width, height };
}

/** Expects offsets from the middle of `length`. Ignores rounding errors of up to a thousandth of a pixel. */
function spanOf(offsets: number[], length: number): [from: number, length: number] {
  const from = Math.min(length - 1, Math.max(0, Math.floor(Math.min(...offsets) + length / 2 + 0.001)));
  const to = Math.max(from + 1, Math.min(length, Math.ceil(Math.max(...offsets) + length / 2 - 0.001)));
  return [from, to - from];
}

/** Rotates clockwise if y points downwards. */
function rotated({ x, y }: Point, degrees: number): Point {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}

async function turn(pixels: Pixels, angle: number): Promise<Pixels> {
  return angle === 0 ? pixels : rawOf(pictureOf(pixels).rotate(angle));
}
