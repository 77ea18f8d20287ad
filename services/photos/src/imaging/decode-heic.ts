import { createRequire } from 'node:module';
import { ImageRefusedError } from './image-refused-error.js';

interface HeicImage {
  width: number;
  height: number;
  decode(): Promise<{ width: number; height: number; data: Uint8ClampedArray }>;
}
interface HeicDecoder {
  all(input: { buffer: Uint8Array }): Promise<HeicImage[] & { dispose(): void }>;
}

export interface RawPixels {
  width: number;
  height: number;
  /** RGBA, 8 bits each. */
  data: Uint8ClampedArray;
}

/**
 * The first picture of a HEIC file, upright: the decoder applies the file's own rotation and mirroring. The decoder
 * (WebAssembly) is loaded by the first HEIC; its memory only ever grows and is given back with its process.
 */
export async function decodeHeic(bytes: Uint8Array, pixelsMax: number): Promise<RawPixels> {
  const decoder = createRequire(import.meta.url)('heic-decode') as HeicDecoder;
  const images = await decoder.all({ buffer: bytes }).catch(refuse);
  try {
    const image = images[0]!;
    if (image.width * image.height > pixelsMax) throw new ImageRefusedError('pixels');
    return await image.decode().catch(refuse);
  } finally {
    images.dispose();
  }
}

function refuse(cause: unknown): never {
  throw new ImageRefusedError('broken', cause);
}
