import type { CropBox } from '@candid/contracts';
import type { Size } from '../imaging/renditions.js';
import { type Pixels, pictureOf, rawOf, sharp } from '../imaging/sharp.js';

/** Box around a face, in fractions of a picture. */
interface FaceBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
  probability: number;
}

/** Sides of the squares that the detector and the mesh read, in pixels. */
export const FACE_SIDE = 256;
export const MESH_SIDE = 192;

/** Number of values per anchor in `boxes`. The first four are the centre's offset from the anchor and the size, in pixels. */
const ROW = 16;
const PROBABILITY_MIN = 0.55;

/** Two boxes count as one face if their intersection covers more than this share of the smaller box. */
const OVERLAP_MAX = 0.5;

/** Grids of BlazeFace's back model: cells per side, and anchors per cell. */
const GRIDS = [
  { cells: 16, anchors: 2 },
  { cells: 8, anchors: 6 },
];

const ANCHORS = GRIDS.flatMap(({ cells, anchors }) =>
  Array.from({ length: cells * cells * anchors }, (_, index) => {
    const cell = Math.floor(index / anchors);
    return { x: ((cell % cells) + 0.5) / cells, y: (Math.floor(cell / cells) + 0.5) / cells };
  }),
);

/**
 * Decodes the detector's `scores` and `boxes`, which are in the order of `ANCHORS`.
 * @returns the most probable box of each face, in fractions of the model's square; the most probable face first
 */
export function faceBoxes(scores: Float32Array, boxes: Float32Array): FaceBox[] {
  const found = ANCHORS.flatMap(({ x, y }, index) => {
    const probability = 1 / (1 + Math.exp(-scores[index]!));
    if (probability < PROBABILITY_MIN) return [];
    const value = (place: number): number => boxes[index * ROW + place]! / FACE_SIDE;
    const [middleX, middleY, width, height] = [x + value(0), y + value(1), value(2), value(3)];
    const across = { left: middleX - width / 2, right: middleX + width / 2 };
    return [{ ...across, top: middleY - height / 2, bottom: middleY + height / 2, probability }];
  });
  const faces: FaceBox[] = [];
  for (const box of byProbability(found)) if (!isOneOf(faces, box)) faces.push(box);
  return faces;
}

const byProbability = (boxes: FaceBox[]): FaceBox[] =>
  boxes.toSorted((one, other) => other.probability - one.probability);

const isOneOf = (faces: FaceBox[], box: FaceBox): boolean => faces.some((face) => overlap(face, box) > OVERLAP_MAX);

/** Returns which share of the smaller box lies in the other box. The detector may report a part of a large face as a face. */
function overlap(one: FaceBox, other: FaceBox): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  if (width <= 0 || height <= 0) return 0;
  const area = ({ left, right, top, bottom }: FaceBox): number => (right - left) * (bottom - top);
  return (width * height) / Math.min(area(one), area(other));
}

/** The face detector and the mesh. Both read squares of RGB bytes. */
export interface FaceModel {
  /** Finds faces in a square of `FACE_SIDE` pixels. Their boxes are in fractions of the square. */
  boxesIn(square: Uint8Array): Promise<FaceBox[]>;
  /** Estimates, from 0 to 1, whether a square of `MESH_SIDE` pixels shows an upright face. */
  confidence(square: Uint8Array): Promise<number>;
}

/** Square part of a picture, in pixels of the picture. The square may reach beyond the picture. */
interface Square {
  left: number;
  top: number;
  side: number;
}

/** Longest side of the searched picture in pixels; the app sends pictures of this size. */
const SIDE_MAX = 480;

/** Share of the detector's square that a picture with a margin fills. Faces without a margin are often missed. */
const SHARE_WITH_MARGIN = 0.6;

/** Smallest side of a part, as a share of the picture's longer side. It limits the number of parts. */
const PART_MIN = 0.25;

/** Smallest overlap of neighbouring parts, as a share of their side. */
const PART_OVERLAP = 0.2;

/** A box with at least this probability is a face. The mesh checks only less probable boxes, because it misses side views. */
const SURE = 0.8;
const MESH_CONFIDENCE_MIN = 0.7;

/** Side of the square that the mesh reads, in face widths. */
const MESH_FACES_WIDE = 1.5;

/** Largest number of unsure boxes that the mesh reads in one step. */
const UNSURE_MAX = 6;

/** The search stops at two faces, because two already count as several. */
const FACES_MAX = 2;

/** Clockwise quarter turns of pictures, the most frequent first. */
const TURNS = [0, 1, 3, 2];

/**
 * Searches the whole picture without and with a margin, then its parts for small faces. Repeats this with the turned picture.
 * Stops at the first step that finds a face.
 * @returns at most two faces in fractions of the upright picture, and the size of the searched picture
 */
export async function searchFaces(model: FaceModel, picture: Uint8Array): Promise<Size & { boxes: FaceBox[] }> {
  const upright = await rawOf(
    sharp(picture)
      .autoOrient()
      .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
      .flatten()
      .toColourspace('srgb'),
  );
  const { width, height } = upright;
  for (const turns of TURNS) {
    const turned = turns === 0 ? upright : await rawOf(pictureOf(upright).rotate(turns * 90));
    for (const squares of [wholesOf(turned), partsOf(turned)]) {
      const boxes = await facesIn(model, turned, squares);
      if (boxes.length > 0) return { width, height, boxes: boxes.map((box) => turnedBack(box, turns)) };
    }
  }
  return { width, height, boxes: [] };
}

async function facesIn(model: FaceModel, pixels: Pixels, squares: Square[]): Promise<FaceBox[]> {
  const boxes: FaceBox[] = [];
  for (const square of squares) {
    const found = await model.boxesIn(await bytesOf(pixels, square, FACE_SIDE));
    boxes.push(...found.map((box) => fromSquare(box, square, pixels)));
  }
  const faces: FaceBox[] = [];
  let unsure = 0;
  for (const box of byProbability(boxes)) {
    if (faces.length === FACES_MAX || unsure === UNSURE_MAX) break;
    if (isOneOf(faces, box)) continue;
    if (box.probability < SURE) unsure += 1;
    if (box.probability >= SURE || (await isConfirmed(model, pixels, box))) faces.push(box);
  }
  return faces;
}

async function isConfirmed(model: FaceModel, pixels: Pixels, box: FaceBox): Promise<boolean> {
  const side = (box.right - box.left) * pixels.width * MESH_FACES_WIDE;
  const square = {
    left: ((box.left + box.right) / 2) * pixels.width - side / 2,
    top: ((box.top + box.bottom) / 2) * pixels.height - side / 2,
    side,
  };
  return (await model.confidence(await bytesOf(pixels, square, MESH_SIDE))) >= MESH_CONFIDENCE_MIN;
}

function wholesOf({ width, height }: Size): Square[] {
  const longer = Math.max(width, height);
  return [longer, longer / SHARE_WITH_MARGIN].map((side) => ({
    left: (width - side) / 2,
    top: (height - side) / 2,
    side,
  }));
}

/** Returns overlapping squares as wide as the shorter side, along the longer side; none for a square picture. */
function partsOf({ width, height }: Size): Square[] {
  const longer = Math.max(width, height);
  const side = Math.max(Math.min(width, height), longer * PART_MIN);
  const count = Math.ceil((longer / side - PART_OVERLAP) / (1 - PART_OVERLAP));
  if (count === 1) return [];
  return Array.from({ length: count }, (_, index) => {
    const along = (index * (longer - side)) / (count - 1);
    return width > height
      ? { left: along, top: (height - side) / 2, side }
      : { left: (width - side) / 2, top: along, side };
  });
}

/** Returns the RGB bytes of a square part, scaled to sides of `out` pixels. Pixels beyond the picture are black. */
async function bytesOf(pixels: Pixels, { left, top, side }: Square, out: number): Promise<Buffer> {
  const [across, down] = [spanOf(left, side, pixels.width, out), spanOf(top, side, pixels.height, out)];
  return pictureOf(pixels)
    .extract({ left: across.from, width: across.length, top: down.from, height: down.length })
    .resize(across.scaled, down.scaled, { fit: 'fill' })
    .extend({
      ...{ left: across.before, right: out - across.before - across.scaled },
      ...{ top: down.before, bottom: out - down.before - down.scaled, background: '#000000' },
    })
    .raw()
    .toBuffer();
}

/** Clips a span to `0..length`. Scaled to `out` pixels, the span has `before` empty pixels, then `scaled` full ones. */
function spanOf(start: number, side: number, length: number, out: number) {
  const from = Math.min(length - 1, Math.max(0, Math.round(start)));
  const to = Math.max(from + 1, Math.min(length, Math.round(start + side)));
  const scaled = Math.max(1, Math.min(out, Math.round(((to - from) / side) * out)));
  const before = Math.min(out - scaled, Math.max(0, Math.round(((from - start) / side) * out)));
  return { from, length: to - from, scaled, before };
}

/** Converts fractions of a square to fractions of the picture. */
function fromSquare(box: FaceBox, { left, top, side }: Square, { width, height }: Size): FaceBox {
  return {
    ...{ left: (left + box.left * side) / width, right: (left + box.right * side) / width },
    ...{ top: (top + box.top * side) / height, bottom: (top + box.bottom * side) / height },
    probability: box.probability,
  };
}

/** Returns the box in the upright picture for a box found after `turns` clockwise quarter turns. */
function turnedBack(box: FaceBox, turns: number): FaceBox {
  if (turns === 0) return box;
  const { left, top, right, bottom, probability } = box;
  return turnedBack({ left: top, right: bottom, top: 1 - right, bottom: 1 - left, probability }, turns - 1);
}

const WIDTH_PER_HEIGHT = 4 / 5;

/** Height of the crop in face heights: head, shoulders and some room. */
const FACES_HIGH = 4.5;

/** Smallest height of the crop, as a share of the largest 4:5 crop's height. A smaller crop has too few pixels. */
const SHARE_MIN = 0.5;

/** Distance of the face's centre from the top, as a share of the crop's height. */
const FACE_FROM_TOP = 0.42;

/** Height of forehead and hair above a face's box, and of the space below its chin, in face heights. */
const ABOVE_FACE = 0.45;
const BELOW_FACE = 0.05;

/**
 * Proposes a 4:5 crop with the face slightly above its centre. The crop's size depends on the face and is limited by the
 * picture. If the face is large for the crop, the crop shows the whole head, or at least the chin if the head does not fit.
 */
export function proposeCrop({ width, height }: Size, face: FaceBox): CropBox {
  const faceHeight = Math.max((face.bottom - face.top) * height, (face.right - face.left) * width);
  const highest = Math.min(height, width / WIDTH_PER_HEIGHT);
  const high = Math.min(highest, Math.max(FACES_HIGH * faceHeight, SHARE_MIN * highest));
  const wide = high * WIDTH_PER_HEIGHT;
  const left = within(((face.left + face.right) / 2) * width - wide / 2, width - wide);
  const middle = ((face.top + face.bottom) / 2) * height;
  const [head, chin] = [face.top * height - ABOVE_FACE * faceHeight, face.bottom * height + BELOW_FACE * faceHeight];
  const top = within(Math.max(Math.min(middle - FACE_FROM_TOP * high, head), chin - high), height - high);
  return { left: left / width, top: top / height, width: wide / width, height: high / height };
}

const within = (value: number, most: number): number => Math.max(0, Math.min(most, value));
