import type { Metadata } from 'sharp';
import type { ImageFormat } from './image-format.js';

/** For the working buffers that every picture needs, whatever its size. */
const BASE_BYTES = 80 * 1024 * 1024;

/**
 * The most memory that decoding may take beyond an idle image process. The factors are upper bounds of the measured peaks
 * of pictures with 50 megapixels; `npm run bench -- photos` measures the worst of them again.
 */
export function decodingBytes(header: Metadata, format: ImageFormat): number {
  return BASE_BYTES + header.width * header.height * bytesPerPixel(header, format);
}

function bytesPerPixel(header: Metadata, format: ImageFormat): number {
  const channels = header.channels ?? 4;
  const isDeep = (header.bitsPerSample ?? 8) > 8;
  switch (format) {
    // A progressive JPEG keeps all coefficients, 16 bits each.
    case 'jpeg':
      return 2 * channels;
    // An interlaced PNG is complete only after its last row.
    case 'png':
      return channels * (isDeep ? 2 : 1);
    // An animation has a canvas and a frame.
    case 'webp':
      return (header.pages ?? 1) > 1 ? 10 : 5;
    case 'heif':
      if (header.compression === 'hevc') return (isDeep ? 15 : 8.5) + (channels > 3 ? 5 : 0);
      return isDeep ? 24 : 17;
  }
}
