import { blurred, brightnessAt, type GreyPicture, WIDTH } from './grey-picture.js';
import { type InterestPoint, interestPoints } from './interest-points.js';

/** An interest point with the perceptual hash of the patch around it: 63 bits, as two numbers of 32 and 31. */
export interface Mark extends InterestPoint {
  hash: Hash;
}
export type Hash = readonly [low: number, high: number];

/** Marks of a photo, and of its mirror image. */
export interface Likeness {
  marks: Mark[];
  mirrored: Mark[];
}

const SOFTENING = 1.5;
/** Half a patch's side, in scales. */
const RADIUS = 5;
const SAMPLES = 32;
const FREQUENCIES = 8;

/**
 * Hashes patches around interest points instead of the whole picture: a crop changes the picture, but not the patches.
 */
export function likenessOf(picture: GreyPicture): Likeness {
  const soft = blurred(picture, SOFTENING);
  const points = interestPoints(picture);
  return {
    marks: points.map((point) => ({ ...point, hash: hashOf(patchOf(soft, point, false)) })),
    mirrored: points.map((point) => ({
      ...{ x: WIDTH - 1 - point.x, y: point.y, scale: point.scale },
      hash: hashOf(patchOf(soft, point, true)),
    })),
  };
}

function patchOf(picture: GreyPicture, { x, y, scale }: InterestPoint, isMirrored: boolean): Float32Array {
  const patch = new Float32Array(SAMPLES * SAMPLES);
  const half = RADIUS * scale;
  const place = (index: number): number => ((index + 0.5) * 2 * half) / SAMPLES - half;
  for (let row = 0; row < SAMPLES; row += 1) {
    for (let column = 0; column < SAMPLES; column += 1) {
      const from = isMirrored ? SAMPLES - 1 - column : column;
      patch[row * SAMPLES + column] = brightnessAt(picture, x + place(from), y + place(row));
    }
  }
  return patch;
}

const COSINES = Array.from({ length: FREQUENCIES }, (_, frequency) =>
  Float32Array.from({ length: SAMPLES }, (__, at) => Math.cos(((2 * at + 1) * frequency * Math.PI) / (2 * SAMPLES))),
);

/** Perceptual hash: signs of the lowest frequencies of the discrete cosine transform, without the mean brightness. */
function hashOf(patch: Float32Array): Hash {
  const bits: [number, number] = [0, 0];
  let bit = 0;
  for (const [horizontal, cosines] of COSINES.entries()) {
    const rows = new Float32Array(SAMPLES);
    for (let row = 0; row < SAMPLES; row += 1) rows[row] = product(patch, row * SAMPLES, cosines);
    for (let vertical = 0; vertical < FREQUENCIES; vertical += 1) {
      if (horizontal === 0 && vertical === 0) continue;
      if (product(rows, 0, COSINES[vertical]!) > 0) bits[bit >>> 5]! |= 1 << (bit & 31);
      bit += 1;
    }
  }
  return [bits[0] >>> 0, bits[1] >>> 0];
}

function product(values: Float32Array, start: number, cosines: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < SAMPLES; at += 1) sum += values[start + at]! * cosines[at]!;
  return sum;
}
