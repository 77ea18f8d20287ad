import { crc32, deflateSync } from 'node:zlib';
import { ImageRefusedError } from './image-refused-error.js';
import type { Chromaticity, CodedColours } from './picture-colours.js';

const SIGNATURE_BYTES = 8;
const CHUNK_BYTES = 12;
const UNSPECIFIED = 2;

/** Transfers of BT.709, BT.601 and BT.2020. Browsers show these as sRGB in AVIF, but by BT.1886 in PNG. */
const VIDEO_TRANSFERS = new Set([1, 6, 14, 15]);

const SRGB_GAMMA = 0.45455;

/**
 * Returns the colours that a PNG states in `cICP`, or in `gAMA` and `cHRM` if it has no profile. Returns null if the
 * colours are sRGB or given by a profile. Ignores chunks after the first pixels (PNG, third edition, 11.3.2).
 * @throws ImageRefusedError if `cICP` states a matrix other than RGB (0), which PNG does not allow
 */
export function pngColours(png: Uint8Array): CodedColours | null {
  const chunks = chunksBeforePixels(Buffer.from(png.buffer, png.byteOffset, png.length));
  const cicp = chunks.get('cICP');
  if (cicp?.length === 4) {
    const [primaries, transfer, matrix, isFullRange] = cicp as unknown as [number, number, number, number];
    if (matrix !== 0) throw new ImageRefusedError('feature');
    // Browsers ignore a `cICP` with a limited range.
    if (isFullRange === 1) {
      const peakNits = peakOf(chunks);
      const curve = VIDEO_TRANSFERS.has(transfer) && { exponent: 2.4 };
      return { primaries, transfer, ...curve, ...(peakNits && { peakNits }) };
    }
  }
  const gamma = chunks.get('gAMA');
  if (chunks.has('iCCP') || chunks.has('sRGB') || gamma?.length !== 4 || gamma.readUInt32BE(0) === 0) return null;
  const chromaticities = chromaticitiesOf(chunks.get('cHRM'));
  const exponent = 100_000 / gamma.readUInt32BE(0);
  if (!chromaticities && Math.abs(exponent * SRGB_GAMMA - 1) < 0.01) return null;
  return { primaries: UNSPECIFIED, transfer: UNSPECIFIED, exponent, ...(chromaticities && { chromaticities }) };
}

/** Returns the peak of the picture, otherwise of its mastering display, in cd/m². The chunks state ten-thousandths. */
function peakOf(chunks: Map<string, Buffer>): number | undefined {
  const [light, display] = [chunks.get('cLLI'), chunks.get('mDCV')];
  const brightest = light?.length === 8 ? light.readUInt32BE(0) : 0;
  const ofDisplay = display?.length === 24 ? display.readUInt32BE(16) : 0;
  return (brightest || ofDisplay) / 10_000 || undefined;
}

/** Returns the first chunk of each kind. */
function chunksBeforePixels(png: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  let at = SIGNATURE_BYTES;
  while (at + CHUNK_BYTES <= png.length) {
    const length = png.readUInt32BE(at);
    const kind = png.toString('latin1', at + 4, at + 8);
    if (kind === 'IDAT') break;
    if (!chunks.has(kind)) chunks.set(kind, png.subarray(at + 8, at + 8 + length));
    at += CHUNK_BYTES + length;
  }
  return chunks;
}

/** The chunk has the x and y of white, red, green and blue, in this order, in hundred-thousandths. */
function chromaticitiesOf(chunk: Buffer | undefined): CodedColours['chromaticities'] | undefined {
  if (chunk?.length !== 32) return undefined;
  const at = (index: number): number => chunk.readUInt32BE(index * 4) / 100_000;
  const found = [1, 2, 3].map((colour) => [at(colour * 2), at(colour * 2 + 1)] as const);
  // Colours cannot be converted if the primaries do not form a triangle.
  const [[redX, redY], [greenX, greenY], [blueX, blueY]] = found as [Chromaticity, Chromaticity, Chromaticity];
  const area = (greenX - redX) * (blueY - redY) - (blueX - redX) * (greenY - redY);
  return Math.abs(area) > 0.01 && found.every(([, y]) => y > 0) ? found : undefined;
}

const IHDR_END = 33;

/**
 * Adds the ICC profile to the PNG, as a chunk `iCCP` after the header (PNG specification, 11.3.2.3).
 * @param png must not have a colour chunk
 */
export function withColourProfile(png: Buffer, icc: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from('iCCP'), Buffer.from('profile\0\0', 'latin1'), deflateSync(icc)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length - 4);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([png.subarray(0, IHDR_END), length, content, checksum, png.subarray(IHDR_END)]);
}
