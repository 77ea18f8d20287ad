import { crc32 } from 'node:zlib';
import { turnedHeic } from '@candid/testing';
import sharp from 'sharp';

/** `nclx` of HEIF: code points of H.273. */
export interface Nclx {
  primaries: number;
  transfer: number;
  matrix?: number;
  isFullRange?: boolean;
}

const PNG_HEADER_BYTES = 33;

/** One colour in AVIF, whose numbers are kept as they are, labelled with these code points. */
export async function avifOf(
  numbers: readonly number[],
  { primaries, transfer }: Nclx,
  bitdepth: 8 | 10 | 12 = 8,
): Promise<Buffer> {
  const [r, g, b] = numbers as [number, number, number];
  const avif = await sharp({ create: { width: 40, height: 50, channels: 3, background: { r, g, b } } })
    .avif({ lossless: true, bitdepth, effort: 0 })
    .toBuffer();
  const at = avif.indexOf('colrnclx') + 8;
  avif.writeUInt16BE(primaries, at);
  avif.writeUInt16BE(transfer, at + 2);
  return avif;
}

/** `turnedHeic` with these code points instead of its profile. The box keeps its size, so that no place in the file moves. */
export function heicWith({ primaries, transfer, matrix = 6, isFullRange = true }: Nclx): Buffer {
  const heic = Buffer.from(turnedHeic);
  const at = heic.indexOf('colrprof') + 4;
  heic.write('nclx', at, 'latin1');
  heic.writeUInt16BE(primaries, at + 4);
  heic.writeUInt16BE(transfer, at + 6);
  heic.writeUInt16BE(matrix, at + 8);
  heic[at + 10] = isFullRange ? 0x80 : 0;
  return heic;
}

/** With another first brand, and these to be compatible with. */
export function withBrands(heif: Buffer, first: string, compatible = 'mif1'): Buffer {
  const copy = Buffer.from(heif);
  copy.write(first, 8, 'latin1');
  copy.fill(compatible, 16, copy.readUInt32BE(0), 'latin1');
  return copy;
}

/** A PNG of one colour with further chunks before its pixels. */
export async function pngWith(numbers: readonly number[], chunks: Readonly<Record<string, Buffer>>): Promise<Buffer> {
  const [r, g, b] = numbers as [number, number, number];
  const png = await sharp({ create: { width: 40, height: 50, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer();
  const added = Object.entries(chunks).map(([kind, data]) => chunkOf(kind, data));
  return Buffer.concat([png.subarray(0, PNG_HEADER_BYTES), ...added, png.subarray(PNG_HEADER_BYTES)]);
}

export const words = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
};

function chunkOf(kind: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  return Buffer.concat([words(data.length), content, words(crc32(content))]);
}
