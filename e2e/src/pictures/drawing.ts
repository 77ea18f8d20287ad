import sharp from 'sharp';

export const WIDTH = 320;
export const HEIGHT = 400;

/** Colours of skin, foliage, sky, and the primary and grey patches of a colour chart, in sRGB with 8 bits. */
const PATCHES = [
  [115, 82, 68],
  [194, 150, 130],
  [98, 122, 157],
  [87, 108, 67],
  [214, 126, 44],
  [70, 148, 73],
  [175, 54, 60],
  [231, 199, 31],
  [187, 86, 149],
  [8, 133, 161],
  [243, 243, 242],
  [122, 122, 121],
] as const;
const PATCH_SIDE = 80;
const FIELD_HEIGHT = 160;

/**
 * Returns red, green and blue (0–1) of a pixel. The upper part of the drawing has every hue from black to white; the
 * lower part consists of `PATCHES`. The colour space is that of the file into which the numbers are written.
 */
function numbersAt(x: number, y: number): readonly number[] {
  if (y < FIELD_HEIGHT) {
    const hue = (6 * x) / WIDTH;
    const lightness = y / FIELD_HEIGHT;
    const spread = 0.8 * Math.min(lightness, 1 - lightness);
    return [0, 8, 4].map((shift) => {
      const at = (shift + 2 * hue) % 12;
      return lightness - spread * Math.max(-1, Math.min(at - 3, 9 - at, 1));
    });
  }
  const row = Math.floor((y - FIELD_HEIGHT) / PATCH_SIDE);
  const patch = PATCHES[(row * (WIDTH / PATCH_SIDE) + Math.floor(x / PATCH_SIDE)) % PATCHES.length]!;
  return patch.map((number) => number / 255);
}

/** Parameters that code colours as luma and chroma (ITU-T H.273, 8.3). */
export interface Coding {
  matrix: number;
  isFull: boolean;
  bits: number;
}

interface DrawingOptions {
  /** Largest number in the drawing; 1 by default. */
  share?: number;
  /** Saturation of the colours: 1 by default; 0 makes the drawing grey. */
  saturation?: number;
  /** Coding of the values in the file. The numbers are converted first, because the encoder uses `ENCODERS_CODING`. */
  codedAs?: Coding;
}

/** Returns the drawing as PNG of 8 or 16 bits without a colour space. */
export function drawnPng(bits: 8 | 16, { share = 1, saturation = 1, codedAs }: DrawingOptions = {}): Promise<Buffer> {
  const full = 2 ** bits - 1;
  const numbers = new (bits === 8 ? Uint8Array : Uint16Array)(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const drawn = numbersAt(x, y);
      const grey = (drawn[0]! + drawn[1]! + drawn[2]!) / 3;
      const wanted = drawn.map((number) => share * (grey + saturation * (number - grey)));
      for (const [channel, number] of (codedAs ? recoded(wanted, codedAs) : wanted).entries())
        numbers[(y * WIDTH + x) * 3 + channel] = Math.round(Math.max(0, Math.min(1, number)) * full);
    }
  }
  return sharp(numbers, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .toColourspace(bits === 8 ? 'srgb' : 'rgb16')
    .png()
    .toBuffer();
}

const LUMA_SHARES: Readonly<Record<number, readonly [red: number, blue: number]>> = {
  1: [0.2126, 0.0722],
  6: [0.299, 0.114],
  9: [0.2627, 0.0593],
};
/** The only coding that `heif-enc` before 1.17 supports for HEVC. */
const ENCODERS_CODING = LUMA_SHARES[6]!;

function recoded([red, green, blue]: readonly number[], { matrix, isFull, bits }: Coding): number[] {
  const [ofRed, ofBlue] = LUMA_SHARES[matrix]!;
  const luma = ofRed * red! + (1 - ofRed - ofBlue) * green! + ofBlue * blue!;
  const unit = 2 ** (bits - 8) / (2 ** bits - 1);
  const [black, span, differenceSpan] = isFull ? [0, 1, 1] : [16 * unit, 219 * unit, 224 * unit];
  const [codedLuma, ofBlues, ofReds] = [
    black + span * luma,
    (differenceSpan * (blue! - luma)) / (1 - ofBlue),
    (differenceSpan * (red! - luma)) / (1 - ofRed),
  ];
  const [theirRed, theirBlue] = ENCODERS_CODING;
  const [r, b] = [codedLuma + (1 - theirRed) * ofReds, codedLuma + (1 - theirBlue) * ofBlues];
  return [r, (codedLuma - theirRed * r - theirBlue * b) / (1 - theirRed - theirBlue), b];
}
