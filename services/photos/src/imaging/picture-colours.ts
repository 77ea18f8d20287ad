import type { Size } from './renditions.js';

export type Chromaticity = readonly [x: number, y: number];

/** Colour meaning of a picture's numbers, as code points of ITU-T H.273: `nclx` of HEIF, `cICP` of PNG. */
export interface CodedColours {
  primaries: number;
  transfer: number;
  /** Chromaticities of red, green and blue (`cHRM` of PNG); they override `primaries`. */
  chromaticities?: readonly Chromaticity[];
  /** Exponent of the signal (`gAMA` of PNG); it overrides `transfer`. */
  exponent?: number;
  /** The brightest light of an HDR picture in cd/m²; 1,000 if the file does not state it. */
  peakNits?: number;
}

/** Pixels with values in the file's own colours, not yet converted to sRGB. */
export interface CodedPixels extends Size {
  channels: 3 | 4;
  data: Uint16Array;
  /** The value in `data` for the full signal. */
  full: number;
}

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

const SMPTE_170M: readonly Chromaticity[] = [
  [0.63, 0.34],
  [0.31, 0.595],
  [0.155, 0.07],
];
/** `xy` of red, green and blue (H.273, table 2). All have the white point D65. */
const PRIMARIES: Readonly<Record<number, readonly Chromaticity[]>> = {
  1: [
    [0.64, 0.33],
    [0.3, 0.6],
    [0.15, 0.06],
  ],
  5: [
    [0.64, 0.33],
    [0.29, 0.6],
    [0.15, 0.06],
  ],
  6: SMPTE_170M,
  7: SMPTE_170M,
  9: [
    [0.708, 0.292],
    [0.17, 0.797],
    [0.131, 0.046],
  ],
  12: [
    [0.68, 0.32],
    [0.265, 0.69],
    [0.15, 0.06],
  ],
};
const WHITE = [0.3127, 0.329] as const;
const [BT709, BT2020] = [1, 9];
const [LINEAR, PQ, HLG] = [8, 16, 18];
/** Exponents of BT.470. Browsers show all other transfers except HDR as sRGB, even BT.709, BT.601 and BT.2020. */
const EXPONENTS: Readonly<Record<number, number>> = { 4: 2.2, 5: 2.8, [LINEAR]: 1 };
/** Reference white (ITU-R BT.2408) and the default peak of HDR, in cd/m². */
const [WHITE_NITS, PEAK_NITS] = [203, 1_000];

export const isHdr = ({ transfer }: CodedColours): boolean => transfer === PQ || transfer === HLG;

/** True if the numbers can be shown as sRGB without a conversion. */
export const areSrgb = (colours: CodedColours): boolean =>
  !isHdr(colours) && exponentOf(colours) === undefined && chromaticitiesOf(colours) === PRIMARIES[BT709];

const exponentOf = ({ exponent, transfer }: CodedColours): number | undefined => exponent ?? EXPONENTS[transfer];

const chromaticitiesOf = ({ chromaticities, primaries }: CodedColours): readonly Chromaticity[] =>
  chromaticities ?? PRIMARIES[primaries] ?? PRIMARIES[BT709]!;

/**
 * Converts to sRGB as browsers do: cuts off colours outside of sRGB, maps HDR to SDR, and makes transparent parts white.
 * @returns three bytes per pixel
 */
export function toSrgb({ data, channels, full }: CodedPixels, colours: CodedColours): Buffer {
  if (channels === 3 && areSrgb(colours)) return inEightBits(data, full);
  const light = lightOf(colours, full);
  const hdr = isHdr(colours);
  // The matrix product is written out for speed, because it runs for about 1.5 million pixels.
  const [[a, b, c], [d, e, f], [g, h, i]] = matrixBetween(chromaticitiesOf(colours), PRIMARIES[hdr ? BT2020 : BT709]!);
  const [[j, k, l], [m, n, o], [p, q, r]] = matrixBetween(PRIMARIES[BT2020]!, PRIMARIES[BT709]!);
  const toScreen = screenCurve(colours.transfer === PQ ? colours.peakNits : undefined);
  const rgb = Buffer.alloc((data.length / channels) * 3);
  for (let from = 0, to = 0; from < data.length; from += channels, to += 3) {
    const [x, y, z] = [light[data[from]!]!, light[data[from + 1]!]!, light[data[from + 2]!]!];
    let red = a * x + b * y + c * z;
    let green = d * x + e * y + f * z;
    let blue = g * x + h * y + i * z;
    if (hdr) {
      const scale = screenScale(red, green, blue, colours.transfer, toScreen);
      const [wideRed, wideGreen, wideBlue] = [red * scale, green * scale, blue * scale];
      red = j * wideRed + k * wideGreen + l * wideBlue;
      green = m * wideRed + n * wideGreen + o * wideBlue;
      blue = p * wideRed + q * wideGreen + r * wideBlue;
    }
    const opaque = channels === 4 ? data[from + 3]! / full : 1;
    rgb[to] = over(red, opaque);
    rgb[to + 1] = over(green, opaque);
    rgb[to + 2] = over(blue, opaque);
  }
  return rgb;
}

export function inEightBits(numbers: Uint16Array, full: number): Buffer {
  const bytes = Buffer.alloc(numbers.length);
  for (let index = 0; index < numbers.length; index += 1) bytes[index] = (numbers[index]! * 255) / full + 0.5;
  return bytes;
}

/** Returns the linear light of each code value: 1 is white (203 cd/m² in HDR). HLG gives the light of the scene. */
function lightOf(colours: CodedColours, full: number): Float32Array {
  const exponent = exponentOf(colours);
  const curve = exponent === undefined ? curveOf(colours.transfer) : (signal: number) => signal ** exponent;
  return Float32Array.from({ length: 65_536 }, (_, number) => curve(Math.min(1, number / full)));
}

function curveOf(transfer: number): (signal: number) => number {
  switch (transfer) {
    case PQ:
      return (signal) => pqNits(signal) / WHITE_NITS;
    case HLG:
      return hlgSceneLight;
    default:
      return (signal) => (signal <= 0.04045 ? signal / 12.92 : ((signal + 0.055) / 1.055) ** 2.4);
  }
}

/** Converts a PQ signal to cd/m² (SMPTE ST 2084). */
function pqNits(signal: number): number {
  const [m1, m2] = [2_610 / 16_384, (2_523 / 4_096) * 128];
  const [c1, c2, c3] = [3_424 / 4_096, (2_413 / 4_096) * 32, (2_392 / 4_096) * 32];
  const power = signal ** (1 / m2);
  return 10_000 * (Math.max(0, power - c1) / (c2 - c3 * power)) ** (1 / m1);
}

/** Inverse of the opto-electronic transfer function of HLG (ITU-R BT.2100), from 0 to 1. */
function hlgSceneLight(signal: number): number {
  const [a, b, c] = [0.17883277, 0.28466892, 0.55991073];
  return signal <= 0.5 ? signal ** 2 / 3 : (Math.exp((signal - c) / a) + b) / 12;
}

/** Returns the factor from linear BT.2020 light to the screen. One factor for all channels keeps the hue. */
function screenScale(
  red: number,
  green: number,
  blue: number,
  transfer: number,
  toScreen: (light: number) => number,
): number {
  let toLight = 1;
  if (transfer === HLG) {
    // Applies the display curve with the system gamma for a peak of 1,000 cd/m² (BT.2100).
    const luminance = 0.2627 * red + 0.678 * green + 0.0593 * blue;
    toLight = luminance > 0 ? luminance ** 0.2 * (PEAK_NITS / WHITE_NITS) : 0;
  }
  const brightest = Math.max(red, green, blue) * toLight;
  return brightest > 0 ? (toLight * toScreen(brightest)) / brightest : 0;
}

/**
 * Returns a curve from HDR light (1 is reference white) to SDR light (1 is the brightest). Uses the reference white tone
 * mapping of SMPTE ST 2094-50 for a screen without headroom, as Chromium does. The curve is linear up to white. A
 * brighter peak makes white darker, down to a half. A quadratic Bézier curve leads from white to the peak.
 */
function screenCurve(peakNits: number = PEAK_NITS): (light: number) => number {
  const lean = 0.65;
  const peak = Math.max(1, peakNits / WHITE_NITS);
  const white = 1 - 0.5 * Math.min(1, Math.log2(peak) / Math.log2(PEAK_NITS / WHITE_NITS));
  const bend = { x: 1 - lean + lean / white, y: (1 - lean) * white + lean };
  const [square, linear] = [1 - 2 * bend.x + peak, 2 * (bend.x - 1)];
  return (light) => {
    if (light <= 1) return light * white;
    if (light >= peak) return 1;
    // Parameter of the Bézier curve at the point whose x is `light`.
    const at = (2 * (light - 1)) / (linear + Math.sqrt(linear ** 2 + 4 * square * (light - 1)));
    return (1 - at) ** 2 * white + 2 * at * (1 - at) * bend.y + at ** 2;
  };
}

const SRGB_STEPS = 16_384;
/** sRGB values from 0 to 255, indexed by linear light. */
const SRGB = Float32Array.from({ length: SRGB_STEPS + 1 }, (_, step) => {
  const light = step / SRGB_STEPS;
  return 255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);
});

/** Returns the sRGB value of a channel, blended over white. */
function over(light: number, opaque: number): number {
  const inside = Math.max(0, Math.min(1, light));
  return Math.round(SRGB[Math.round(inside * SRGB_STEPS)]! * opaque + 255 * (1 - opaque));
}

/** Returns the matrix that converts linear light between two sets of primaries. White stays white. */
const matrixBetween = (from: readonly Chromaticity[], to: readonly Chromaticity[]): Matrix =>
  product(inverse(lightMatrix(to)), lightMatrix(from));

/** Returns the matrix that converts linear RGB to XYZ (SMPTE RP 177). */
function lightMatrix(primaries: readonly Chromaticity[]): Matrix {
  const columns = primaries.map(([x, y]): Triple => [x / y, 1, (1 - x - y) / y]);
  const ofColumns = transposed(columns as unknown as Matrix);
  const [x, y] = WHITE;
  const amounts = times(inverse(ofColumns), x / y, 1, (1 - x - y) / y);
  return ofColumns.map(
    (row): Triple => [row[0] * amounts[0], row[1] * amounts[1], row[2] * amounts[2]],
  ) as unknown as Matrix;
}

const times = ([a, b, c]: Matrix, x: number, y: number, z: number): [number, number, number] => [
  a[0] * x + a[1] * y + a[2] * z,
  b[0] * x + b[1] * y + b[2] * z,
  c[0] * x + c[1] * y + c[2] * z,
];

const transposed = ([a, b, c]: Matrix): Matrix => [
  [a[0], b[0], c[0]],
  [a[1], b[1], c[1]],
  [a[2], b[2], c[2]],
];

const product = (one: Matrix, other: Matrix): Matrix =>
  transposed(transposed(other).map((column): Triple => times(one, ...column)) as unknown as Matrix);

function inverse([a, b, c]: Matrix): Matrix {
  const cofactors: Matrix = [cross(b, c), cross(c, a), cross(a, b)];
  const determinant = a[0] * cofactors[0][0] + a[1] * cofactors[0][1] + a[2] * cofactors[0][2];
  const scaled = cofactors.map((row): Triple => [row[0] / determinant, row[1] / determinant, row[2] / determinant]);
  return transposed(scaled as unknown as Matrix);
}

const cross = (p: Triple, q: Triple): Triple => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
];
