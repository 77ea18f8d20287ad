import { uncompiledImageProcess } from '../imaging/image-process.fixture.spec.js';
import type { ImageProcessEntry } from '../imaging/running-image-process.js';

/** The screening process as it is, without a build. */
export const uncompiledScreeningProcess: ImageProcessEntry = {
  ...uncompiledImageProcess,
  entry: new URL('./screening-process.ts', import.meta.url),
};
