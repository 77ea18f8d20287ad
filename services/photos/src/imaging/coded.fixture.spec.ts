import { pngWithChunks, turnedHeic, u32 } from '@candid/testing';
import sharp from 'sharp';

/** `nclx` of HEIF: code points of H.273. */
export interface Nclx {
  primaries: number;
  transfer: number;
  matrix?: number;
  isFullRange?: boolean;
}

/** Returns an AVIF of one colour, which stores these numbers unchanged and states these code points. */
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

/** Returns `turnedHeic` with these code points instead of its profile. The box keeps its size, so no offset changes. */
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

/** Returns a copy with the given first brand and compatible brands. */
export function withBrands(heif: Buffer, first: string, compatible = 'mif1'): Buffer {
  const copy = Buffer.from(heif);
  copy.write(first, 8, 'latin1');
  copy.fill(compatible, 16, copy.readUInt32BE(0), 'latin1');
  return copy;
}

/** Returns a PNG of one colour with further chunks before its pixels. */
export async function pngWith(numbers: readonly number[], chunks: Readonly<Record<string, Buffer>>): Promise<Buffer> {
  const [r, g, b] = numbers as [number, number, number];
  const png = await sharp({ create: { width: 40, height: 50, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer();
  return pngWithChunks(png, chunks);
}

/** Returns `turnedHeic` with a crop box (`clap`) instead of its profile. Only the middle pixel is shown. */
export function croppedHeic(): Buffer {
  const heic = Buffer.from(turnedHeic);
  const at = heic.indexOf('colrprof');
  heic.write('clap', at, 'latin1');
  u32(1, 1, 1, 1, 0, 1, 0, 1).copy(heic, at + 4);
  return heic;
}
