import { PRODUCT } from '@candid/contracts';
import type { ImageRefusal } from './image-refused-error.js';

/** Said after the name of the file. */
export const REFUSAL_REASONS: Readonly<Record<ImageRefusal, string>> = {
  type: 'is not a photo that can be read here. Please choose a JPEG, PNG, WebP, AVIF or HEIC file.',
  pixels: `has more than ${PRODUCT.uploadPixelsMax / 1_000_000} megapixels.`,
  shape: `is too long and narrow: one side may be at most ${PRODUCT.uploadSidesRatioMax} times the other.`,
  memory: 'needs too much memory to be read. Please make it smaller or save it as a JPEG.',
  parts: 'has more parts than can be read here. Please save it as a JPEG.',
  feature: 'is written in a way that cannot be read here. Please open it on your device and save it as a JPEG.',
  broken: 'is damaged and cannot be read to its end.',
  cropShape: 'is cropped to another shape than 4:5.',
  cropArea: 'is cropped beyond its edges.',
};
