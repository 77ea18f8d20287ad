/** For the working buffers that every picture needs, whatever its size. */
const BASE_BYTES = 80 * 1024 * 1024;

/** These properties decide how much memory a decoder takes. */
export interface PictureHeader {
  width: number;
  height: number;
  /** Bits of one number. */
  bits: number;
  /** Numbers a pixel, 1.5 where the colour differences have a quarter of the pixels. */
  numbers: number;
  /** Frames of an animation. */
  pages?: number;
}

export type Coding = 'jpeg' | 'png' | 'webp' | 'hevc' | 'av1';

/**
 * The most memory that decoding may take beyond an idle image process, in bytes. The factors are upper bounds of the measured peaks
 * of pictures with 50 megapixels; `npm run bench -- photos` measures the worst of them again.
 */
export function decodingBytes(header: PictureHeader, coding: Coding): number {
  return BASE_BYTES + header.width * header.height * bytesPerPixel(header, coding);
}

function bytesPerPixel({ bits, numbers, pages = 1 }: PictureHeader, coding: Coding): number {
  const isDeep = bits > 8;
  switch (coding) {
    // A progressive JPEG keeps all coefficients, 16 bits each.
    case 'jpeg':
      return 2 * numbers;
    // An interlaced PNG is complete only after its last row.
    case 'png':
      return numbers * (isDeep ? 2 : 1);
    // An animation has a canvas and a frame.
    case 'webp':
      return pages > 1 ? 10 : 5;
    // The decoder's picture and libheif's copy, both as they are coded.
    case 'hevc':
      return 2.8 * numbers * (isDeep ? 2 : 1);
    // libheif in sharp converts the whole picture to red, green and blue.
    case 'av1':
      if (numbers <= 1.5) return isDeep ? 17.5 : 14;
      return isDeep ? 24 : 17.5;
  }
}
