import type { CodedPlane, CodedPlanes, HeifFile } from './heif-file.js';
import { ImageRefusedError } from './image-refused-error.js';
import type { CodedColours, CodedPixels } from './picture-colours.js';
import type { Area, Size } from './renditions.js';
import { sharp } from './sharp.js';

const FULL = 65_535;

export interface CodedPicture {
  pixels: CodedPixels;
  colours: CodedColours | null;
}

/** Returns the picture, scaled to `size`, and its colours. `area` selects a part of the picture, in its pixels. */
export async function decodeHevc(
  file: HeifFile,
  size: Size,
  area: Area = { left: 0, top: 0, width: file.width, height: file.height },
): Promise<CodedPicture> {
  const planes = file.decode();
  // The header and the decoder must agree on the picture's size.
  if (planes.luma.width * planes.luma.height !== file.width * file.height) throw new ImageRefusedError('broken');
  const shrunk = (plane: CodedPlane) => shrink(plane, areaOf(plane, file, area), size);
  const luma = await shrunk(planes.luma);
  const differences = planes.differences && [await shrunk(planes.differences[0]), await shrunk(planes.differences[1])];
  const alpha = planes.alpha && (await shrunk(planes.alpha));
  const channels = alpha ? 4 : 3;
  const data = new Uint16Array(size.width * size.height * channels);
  writeColours(data, channels, { luma, differences, planes });
  if (alpha) writeAlpha(data, alpha, planes.alpha!.bits);
  return { pixels: { ...size, channels, data, full: FULL }, colours: planes.colours };
}

type Numbers = Uint8Array | Uint16Array;

/** Converts an area from pixels of the picture to pixels of a plane, which may be smaller. */
function areaOf(plane: Size, picture: Size, { left, top, width, height }: Area): Area {
  const [across, down] = [plane.width / picture.width, plane.height / picture.height];
  const [fromLeft, fromTop] = [Math.floor(left * across), Math.floor(top * down)];
  return {
    left: fromLeft,
    top: fromTop,
    width: Math.max(1, Math.min(plane.width - fromLeft, Math.round(width * across))),
    height: Math.max(1, Math.min(plane.height - fromTop, Math.round(height * down))),
  };
}

/** Returns an area of a plane, scaled to `size`, with the same number of bits per value. */
async function shrink({ height, stride, bits, data }: CodedPlane, area: Area, size: Size): Promise<Numbers> {
  const bytes = bits > 8 ? 2 : 1;
  const numbers = bytes === 2 ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data;
  const shrunk = await sharp(numbers, { raw: { width: stride / bytes, height, channels: 1 } })
    .extract(area)
    .resize(size.width, size.height, { fit: 'fill' })
    .toColourspace(bytes === 2 ? 'grey16' : 'b-w')
    .raw({ depth: bytes === 2 ? 'ushort' : 'uchar' })
    .toBuffer();
  return bytes === 2 ? new Uint16Array(shrunk.buffer, shrunk.byteOffset, shrunk.length / 2) : shrunk;
}

interface Shrunk {
  luma: Numbers;
  differences: Numbers[] | null;
  planes: CodedPlanes;
}

/** Converts brightness and colour differences to red, green and blue (ITU-T H.273, 8.3). */
function writeColours(to: Uint16Array, channels: number, { luma, differences, planes }: Shrunk): void {
  const [ofRed, ofBlue] = LUMA_SHARES[planes.matrix] ?? LUMA_SHARES[6]!;
  const ofGreen = 1 - ofRed - ofBlue;
  const { bits } = planes.luma;
  // In a limited range of 8 bits, black is 16, white is 235, and colour differences go from 16 to 240.
  const unit = 2 ** (bits - 8);
  const [black, span, differenceSpan] = planes.isFullRange
    ? [0, 2 ** bits - 1, 2 ** bits - 1]
    : [16 * unit, 219 * unit, 224 * unit];
  const brightness = Float32Array.from({ length: 65_536 }, (_, number) => (number - black) / span);
  const difference = Float32Array.from({ length: 65_536 }, (_, number) => (number - 128 * unit) / differenceSpan);
  const [blues, reds] = differences ?? [];
  for (let index = 0, at = 0; index < luma.length; index += 1, at += channels) {
    const y = brightness[luma[index]!]!;
    const blue = blues ? y + 2 * (1 - ofBlue) * difference[blues[index]!]! : y;
    const red = reds ? y + 2 * (1 - ofRed) * difference[reds[index]!]! : y;
    to[at] = signalOf(red);
    to[at + 1] = signalOf((y - ofRed * red - ofBlue * blue) / ofGreen);
    to[at + 2] = signalOf(blue);
  }
}

function writeAlpha(to: Uint16Array, alpha: Numbers, bits: number): void {
  for (let index = 0; index < alpha.length; index += 1) to[index * 4 + 3] = signalOf(alpha[index]! / (2 ** bits - 1));
}

const signalOf = (share: number): number => Math.round(Math.max(0, Math.min(1, share)) * FULL);

/** Shares of red and blue in the brightness, by matrix number of H.273. */
const LUMA_SHARES: Readonly<Record<number, readonly [number, number]>> = {
  1: [0.2126, 0.0722],
  5: [0.299, 0.114],
  6: [0.299, 0.114],
  9: [0.2627, 0.0593],
};
