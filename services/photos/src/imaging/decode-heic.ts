import { createRequire } from 'node:module';
import { ImageRefusedError } from './image-refused-error.js';

/** What is used of the module that `libheif-js` loads; embind calls answer an object with a `code` on failure. */
interface Heif {
  HeifDecoder: new () => HeifDecoder;
  heif_colorspace: { heif_colorspace_RGB: unknown };
  heif_chroma: { heif_chroma_interleaved_RGB: unknown; heif_chroma_interleaved_RGBA: unknown };
  heif_js_decode_image2(handle: unknown, colourSpace: unknown, chroma: unknown): DecodedHeif | HeifFailure;
  heif_image_release(image: unknown): void;
}
interface HeifDecoder {
  decode(bytes: Uint8Array): HeifImage[];
}
interface HeifImage {
  handle: unknown;
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  has_alpha_channel(): boolean;
}
interface HeifFailure {
  code: unknown;
}
interface DecodedHeif {
  image: unknown;
  /** Interleaved pixels as one channel, a view of the decoder's own memory. */
  channels: [{ width: number; height: number; stride: number; data: Uint8Array }];
}

export interface RawPixels {
  width: number;
  height: number;
  channels: 3 | 4;
  /** 8 bits a channel. */
  data: Uint8Array;
}

/**
 * The primary picture of a HEIC file, upright: the decoder applies the file's own rotation and mirroring. Its memory
 * (WebAssembly) only ever grows and is given back with the process.
 * @param expected the size that the file's header announces
 * @param widthMin a picture at least twice as wide and twice as high as this is halved, as often as possible
 */
export async function decodeHeic(
  bytes: Uint8Array,
  expected: { width: number; height: number },
  widthMin: number,
): Promise<RawPixels> {
  const heif = createRequire(import.meta.url)('libheif-js/wasm-bundle') as Heif;
  const found = new heif.HeifDecoder().decode(bytes);
  const image = found.find((candidate) => candidate.is_primary());
  if (!image || image.get_width() * image.get_height() !== expected.width * expected.height) throw broken();
  const channels = image.has_alpha_channel() ? 4 : 3;
  const { heif_chroma_interleaved_RGB: rgb, heif_chroma_interleaved_RGBA: rgba } = heif.heif_chroma;
  const decoded = heif.heif_js_decode_image2(
    image.handle,
    heif.heif_colorspace.heif_colorspace_RGB,
    channels === 4 ? rgba : rgb,
  );
  if ('code' in decoded) throw broken();
  const [{ width, height, stride, data }] = decoded.channels;
  const factor = Math.max(1, Math.floor(Math.min(width, height) / (2 * widthMin)));
  const pixels = shrink({ width, height, stride, channels, data }, factor);
  heif.heif_image_release(decoded.image);
  return pixels;
}

/** Means over squares of `factor` pixels: the picture leaves the decoder's memory at the size that is needed. */
function shrink(source: RawPixels & { stride: number }, factor: number): RawPixels {
  const { stride, channels, data } = source;
  const [width, height] = [Math.floor(source.width / factor), Math.floor(source.height / factor)];
  const shrunk = new Uint8Array(width * height * channels);
  const count = factor * factor;
  let to = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      for (let channel = 0; channel < channels; channel += 1) {
        let sum = 0;
        for (let row = 0; row < factor; row += 1) {
          const from = (y * factor + row) * stride + x * factor * channels + channel;
          for (let column = 0; column < factor; column += 1) sum += data[from + column * channels]!;
        }
        shrunk[to] = Math.round(sum / count);
        to += 1;
      }
    }
  }
  return { width, height, channels, data: shrunk };
}

const broken = (): ImageRefusedError => new ImageRefusedError('broken');
