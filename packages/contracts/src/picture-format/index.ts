export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'heif';

/** Number of bytes at the start of a file that suffice to detect every accepted format. */
export const PICTURE_HEAD_BYTES = 256;

/** Brands of the containers of HEIC and AVIF, for stills and for sequences (ISO/IEC 23008-12, AV1 Image File Format). */
const HEIF_BRANDS = new Set([
  ...['mif1', 'mif2', 'miaf', 'msf1', 'heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'],
  ...['avif', 'avis', 'avio'],
]);

/**
 * Detects the format from the first bytes, never from a name or a declared type. Returns undefined if the format is not
 * accepted. HEIC and AVIF are `heif`; an animation counts as its still format.
 */
export function pictureFormatOf(head: Uint8Array): PictureFormat | undefined {
  const text = String.fromCharCode(...head.subarray(0, PICTURE_HEAD_BYTES));
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp';
  return text.startsWith('ftyp', 4) && brandsOf(text).some((brand) => HEIF_BRANDS.has(brand)) ? 'heif' : undefined;
}

/** Returns the major brand and the compatible brands; the version between them is skipped. */
function brandsOf(text: string): string[] {
  const [a, b, c, d] = [0, 1, 2, 3].map((at) => text.charCodeAt(at)) as [number, number, number, number];
  const end = Math.min(text.length, ((a * 256 + b) * 256 + c) * 256 + d);
  const brands = [text.slice(8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(text.slice(at, at + 4));
  return brands;
}
