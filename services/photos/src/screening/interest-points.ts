import { blurred, type GreyPicture, HEIGHT, WIDTH } from './grey-picture.js';

/** A spot that stands out at one scale and is found again in other crops of the picture. All values are in pixels. */
export interface InterestPoint {
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
/** Smallest distance of a point from the picture's edge, in scales. Most of its patch then lies within the picture. */
export const PATCH_INSIDE = 3.75;

/** Finds the extrema of the differences of Gaussians (Lowe 2004, sections 3 and 4), the strongest first. */
export function interestPoints(picture: GreyPicture): InterestPoint[] {
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

/** Whether the value is above, or below, all 26 neighbours in place and scale. */
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

/** Interpolates position and scale at the vertex of the parabola through three neighbours. */
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
