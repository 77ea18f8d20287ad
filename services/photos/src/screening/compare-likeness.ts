import { HEIGHT, WIDTH } from './grey-picture.js';
import { PATCH_INSIDE } from './interest-points.js';
import type { Hash, Likeness, Mark } from './marks.js';

/** Smallest number of agreeing marks in a match. Unlike photographs have at most two (see decision 0064). */
const AGREEING_MIN = 6;
/** Smallest share of the common marks that must agree. Pictures that share only a part, such as a logo, have less. */
const SHARE_MIN = 0.35;
/** Largest Hamming distance, of 63 bits, at which two hashes count as alike. */
const DISTANCE_MAX = 10;
/** Largest enlargement or reduction between two crops of one picture. */
const ENLARGED_MAX = 1.7;
/** Tolerance of the enlargement between two marks, as a power of two. */
const SCALE_TOLERANCE = 0.51;
/** Tolerance of a mark's position: in pixels, plus a share of the distance between two marks. */
const PLACE_TOLERANCE = 5;
const PLACE_TOLERANCE_SHARE = 0.1;

interface Pair {
  own: Mark;
  other: Mark;
}

/**
 * Returns the share of the marks in the common part of two photos whose hashes and positions agree, mirrored or not.
 * Returns 0 if the photos are not crops of one picture.
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

/** Returns the number of distinct pairs that fit the same translation and scaling as this pair. */
function agreeingWith(pair: Pair, pairs: readonly Pair[]): number {
  const enlarged = pair.other.scale / pair.own.scale;
  if (enlarged > ENLARGED_MAX || enlarged < 1 / ENLARGED_MAX) return 0;
  const agreeing = pairs.filter((candidate) => agree(pair, candidate, enlarged));
  return Math.min(new Set(agreeing.map(({ own }) => own)).size, new Set(agreeing.map(({ other }) => other)).size);
}

/** Returns the number of marks in the common part: the smaller one of the two pictures' counts, at least 1. */
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

/** Population count of a 32-bit word. */
function ones(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return (((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
