/** Brightness of a photo: HEIGHT rows of WIDTH values from 0 to 255. One size suffices, because all photos are 4:5. */
type GreyPicture = Float32Array;

export const WIDTH = 216;
export const HEIGHT = 270;

/** Approximates a Gaussian blur by three box blurs. `sigma` is the standard deviation in pixels. */
function blurred(picture: GreyPicture, sigma: number): GreyPicture {
  const passes = 3;
  const ideal = Math.sqrt((12 * sigma * sigma) / passes + 1);
  const odd = Math.floor(ideal) - (Math.floor(ideal) % 2 === 0 ? 1 : 0);
  const variance = 12 * sigma * sigma - passes * odd * odd - 4 * passes * odd - 3 * passes;
  const smaller = Math.round(variance / (-4 * odd - 4));
  let result = picture;
  for (let pass = 0; pass < passes; pass += 1) result = mean(result, ((pass < smaller ? odd : odd + 2) - 1) / 2);
  return result;
}

function mean(picture: GreyPicture, radius: number): GreyPicture {
  const rows = new Float32Array(picture.length);
  const result = new Float32Array(picture.length);
  for (let y = 0; y < HEIGHT; y += 1) meanOfLine(picture, rows, { start: y * WIDTH, step: 1, length: WIDTH, radius });
  for (let x = 0; x < WIDTH; x += 1) meanOfLine(rows, result, { start: x, step: WIDTH, length: HEIGHT, radius });
  return result;
}

/** Box blur of one line. Beyond an end, the value at that end is repeated. */
function meanOfLine(
  from: GreyPicture,
  to: GreyPicture,
  { start, step, length, radius }: { start: number; step: number; length: number; radius: number },
): void {
  const last = length - 1;
  const at = (index: number): number => from[start + within(index, last) * step]!;
  let sum = 0;
  for (let index = -radius; index <= radius; index += 1) sum += at(index);
  for (let index = 0; index < length; index += 1) {
    to[start + index * step] = sum / (2 * radius + 1);
    sum += at(index + radius + 1) - at(index - radius);
  }
}

/** Bilinear interpolation between four pixels. Coordinates are clamped to the picture. */
function brightnessAt(picture: GreyPicture, x: number, y: number): number {
  const insideX = within(x, WIDTH - 1.001);
  const insideY = within(y, HEIGHT - 1.001);
  const left = insideX | 0;
  const top = insideY | 0;
  const right = insideX - left;
  const below = insideY - top;
  const at = top * WIDTH + left;
  const above = picture[at]! * (1 - right) + picture[at + 1]! * right;
  const under = picture[at + WIDTH]! * (1 - right) + picture[at + WIDTH + 1]! * right;
  return above * (1 - below) + under * below;
}

/** Clamps to [0, most]. Uses plain comparisons for speed, because this function runs many times per pixel. */
function within(value: number, most: number): number {
  if (value < 0) return 0;
  if (value > most) return most;
  return value;
}

/** A distinctive spot that is also found in other crops of the picture. All values are in pixels. */
interface InterestPoint {
  x: number;
  y: number;
  scale: number;
}

const SMALLEST_SCALE = 2.5;
const SCALES = 7;
const STEP = Math.SQRT2;
const POINTS_MAX = 32;

/** Smallest contrast of an interest point. Weaker extrema are noise. */
const CONTRAST_MIN = 1.2;

/** Smallest distance of a point from the picture's edge, in multiples of its scale. Most of its patch is then inside. */
const PATCH_INSIDE = 3.75;

/** Finds the extrema of the differences of Gaussians (Lowe 2004, sections 3 and 4), the strongest first. */
function interestPoints(picture: GreyPicture): InterestPoint[] {
  const blurs = Array.from({ length: SCALES + 1 }, (_, level) => blurred(picture, SMALLEST_SCALE * STEP ** level));
  const differences = blurs.slice(1).map((blur, level) => difference(blur, blurs[level]!));
  const found: (InterestPoint & { strength: number })[] = [];
  for (let level = 1; level < SCALES - 1; level += 1) {
    const scale = SMALLEST_SCALE * STEP ** level;
    const margin = Math.ceil(PATCH_INSIDE * scale);
    for (let y = margin; y < HEIGHT - margin; y += 1) {
      for (let x = margin; x < WIDTH - margin; x += 1) {
        const at = y * WIDTH + x;
        const contrast = differences[level]![at]!;
        if ((contrast < CONTRAST_MIN && contrast > -CONTRAST_MIN) || !isExtreme(differences, level, at)) continue;
        found.push({ ...refined(differences, level, at), strength: Math.abs(contrast) * Math.sqrt(scale) });
      }
    }
  }
  found.sort((one, other) => other.strength - one.strength);
  return found.slice(0, POINTS_MAX).map(({ x, y, scale }) => ({ x, y, scale }));
}

const difference = (one: GreyPicture, other: GreyPicture): GreyPicture =>
  one.map((brightness, at) => brightness - other[at]!);

const NEIGHBOURS = [-1, 0, 1].flatMap((row) => [-1, 0, 1].map((column) => row * WIDTH + column));

/** Returns true if the value is above all 26 neighbours in place and scale, or below all of them. */
function isExtreme(differences: readonly GreyPicture[], level: number, at: number): boolean {
  const value = differences[level]![at]!;
  for (const near of [level, level - 1, level + 1]) {
    for (const offset of NEIGHBOURS) {
      if (near === level && offset === 0) continue;
      const other = differences[near]![at + offset]!;
      if (value > 0 ? other >= value : other <= value) return false;
    }
  }
  return true;
}

/** Refines position and scale: each is the vertex of the parabola through three neighbouring values. */
function refined(differences: readonly GreyPicture[], level: number, at: number): InterestPoint {
  const here = differences[level]!;
  const value = here[at]!;
  const column = at % WIDTH;
  return {
    x: column + vertex(here[at - 1]!, value, here[at + 1]!),
    y: (at - column) / WIDTH + vertex(here[at - WIDTH]!, value, here[at + WIDTH]!),
    scale: SMALLEST_SCALE * STEP ** (level + vertex(differences[level - 1]![at]!, value, differences[level + 1]![at]!)),
  };
}

function vertex(before: number, here: number, after: number): number {
  const curvature = before - 2 * here + after;
  return curvature === 0 ? 0 : Math.max(-0.5, Math.min(0.5, (before - after) / (2 * curvature)));
}

/** An interest point with the perceptual hash of the patch around it: 63 bits, as two numbers of 32 and 31. */
export interface Mark extends InterestPoint {
  hash: Hash;
}

export type Hash = readonly [low: number, high: number];

/** Marks of a photo and of its mirror image. */
export interface Likeness {
  marks: Mark[];
  mirrored: Mark[];
}

const SOFTENING = 1.5;

/** Half the side of a patch, in multiples of the point's scale. */
const RADIUS = 5;
const SAMPLES = 32;
const FREQUENCIES = 8;

/** Hashes patches around interest points, not the whole picture, because a crop does not change the patches. */
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

/** Returns the perceptual hash: signs of the lowest frequencies of the discrete cosine transform, without the mean. */
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

/** Smallest number of agreeing marks in a match. Different photos have at most two (see decision 0064). */
const AGREEING_MIN = 6;

/** Smallest share of the common marks that must agree. If pictures share only a logo, fewer marks agree. */
const SHARE_MIN = 0.35;

/** Two hashes of 63 bits are alike up to this Hamming distance. */
const DISTANCE_MAX = 10;

/** Largest ratio of scales between two crops of one picture. */
const ENLARGED_MAX = 1.7;

/** Tolerance of the ratio of scales, as a power of two. */
const SCALE_TOLERANCE = 0.51;

/** Tolerance of a mark's position: some pixels plus a share of its distance from the compared mark. */
const PLACE_TOLERANCE = 5;
const PLACE_TOLERANCE_SHARE = 0.1;

interface Pair {
  own: Mark;
  other: Mark;
}

/**
 * Returns the share of marks that agree in hash and position, within the common part of two photos. One photo may be
 * mirrored. Returns 0 if the photos are not crops of one picture.
 */
export function compareLikeness({ marks, mirrored }: Likeness, others: readonly Mark[]): number {
  const likeness = Math.max(shareAgreeing(marks, others), shareAgreeing(mirrored, others));
  return likeness < SHARE_MIN ? 0 : Math.round(likeness * 100) / 100;
}

function shareAgreeing(marks: readonly Mark[], others: readonly Mark[]): number {
  const pairs = marks.flatMap((own) =>
    others.filter((other) => distance(own.hash, other.hash) <= DISTANCE_MAX).map((other) => ({ own, other })),
  );
  let [most, share] = [AGREEING_MIN - 1, 0];
  for (const pair of pairs) {
    const agreeing = agreeingWith(pair, pairs);
    if (agreeing <= most) continue;
    most = agreeing;
    share = Math.min(1, agreeing / markedInBoth(pair, marks, others));
  }
  return share;
}

/** Returns the number of distinct pairs with the same translation and scaling as this pair. */
function agreeingWith(pair: Pair, pairs: readonly Pair[]): number {
  const enlarged = pair.other.scale / pair.own.scale;
  if (enlarged > ENLARGED_MAX || enlarged < 1 / ENLARGED_MAX) return 0;
  const agreeing = pairs.filter((candidate) => agree(pair, candidate, enlarged));
  return Math.min(new Set(agreeing.map(({ own }) => own)).size, new Set(agreeing.map(({ other }) => other)).size);
}

/** Returns the number of marks in the common part: the smaller count of the two pictures, at least 1. */
function markedInBoth({ own, other }: Pair, marks: readonly Mark[], others: readonly Mark[]): number {
  return Math.max(1, Math.min(markedWithin(marks, own, other), markedWithin(others, other, own)));
}

function markedWithin(marks: readonly Mark[], from: Mark, to: Mark): number {
  const enlarged = to.scale / from.scale;
  return marks.filter(({ x, y, scale }) => {
    const margin = PATCH_INSIDE * scale * enlarged;
    const [across, down] = [to.x + enlarged * (x - from.x), to.y + enlarged * (y - from.y)];
    return across > margin && across < WIDTH - margin && down > margin && down < HEIGHT - margin;
  }).length;
}

function agree(pair: Pair, candidate: Pair, enlarged: number): boolean {
  const scales = candidate.other.scale / candidate.own.scale / enlarged;
  if (Math.abs(Math.log2(scales)) > SCALE_TOLERANCE) return false;
  const [apartX, apartY] = [candidate.own.x - pair.own.x, candidate.own.y - pair.own.y];
  const offX = candidate.other.x - pair.other.x - enlarged * apartX;
  const offY = candidate.other.y - pair.other.y - enlarged * apartY;
  return Math.hypot(offX, offY) <= PLACE_TOLERANCE + PLACE_TOLERANCE_SHARE * Math.hypot(apartX, apartY);
}

const distance = (one: Hash, other: Hash): number => ones(one[0] ^ other[0]) + ones(one[1] ^ other[1]);

/** Counts the ones in a 32-bit word. */
function ones(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return (((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
