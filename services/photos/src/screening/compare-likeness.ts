import type { Hash, Likeness, Mark } from './marks.js';

/** Marks that agree at least, in a match. Unlike photographs have two at most (see decision 0064). */
const AGREEING_MIN = 6;
/** So many agree in a copy that was cropped a little; more do not make it likelier. */
const AGREEING_CERTAIN = 16;
/** Bits of 63. */
const DISTANCE_MAX = 10;
/** Crops enlarge and reduce so much at most. */
const ENLARGED_MAX = 1.7;
/** Of the enlargement between two marks, as a power of two. */
const SCALE_TOLERANCE = 0.51;
/** In pixels, and as a share of the distance between two marks. */
const PLACE_TOLERANCE = 5;
const PLACE_TOLERANCE_SHARE = 0.1;

interface Pair {
  own: Mark;
  other: Mark;
}

/**
 * How alike two photos are, mirrored or not: 0, or 0.5-1 if enough of their marks look alike and lie alike, as those of two crops of
 * one picture do.
 */
export function compareLikeness({ marks, mirrored }: Likeness, others: readonly Mark[]): number {
  const agreeing = Math.max(mostAgreeing(marks, others), mostAgreeing(mirrored, others));
  if (agreeing < AGREEING_MIN) return 0;
  const certainty = Math.min(1, (agreeing - AGREEING_MIN) / (AGREEING_CERTAIN - AGREEING_MIN));
  return Math.round((0.5 + certainty / 2) * 100) / 100;
}

function mostAgreeing(marks: readonly Mark[], others: readonly Mark[]): number {
  const pairs = marks.flatMap((own) =>
    others.filter((other) => distance(own.hash, other.hash) <= DISTANCE_MAX).map((other) => ({ own, other })),
  );
  if (pairs.length < AGREEING_MIN) return 0;
  return Math.max(0, ...pairs.map((pair) => agreeingWith(pair, pairs)));
}

/** Pairs that one movement and enlargement of the picture explains together with this one. */
function agreeingWith(pair: Pair, pairs: readonly Pair[]): number {
  const enlarged = pair.other.scale / pair.own.scale;
  if (enlarged > ENLARGED_MAX || enlarged < 1 / ENLARGED_MAX) return 0;
  const agreeing = pairs.filter((candidate) => agree(pair, candidate, enlarged));
  return Math.min(new Set(agreeing.map(({ own }) => own)).size, new Set(agreeing.map(({ other }) => other)).size);
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

/** The number of ones among 32 bits. */
function ones(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return (((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
