import { uncompiledImageProcess } from '../imaging/image-process.fixture.spec.js';
import type { ImageProcessEntry } from '../imaging/running-image-process.js';

/** Runs the screening process from its TypeScript source, so that specs need no build. */
export const uncompiledScreeningProcess: ImageProcessEntry = {
  ...uncompiledImageProcess,
  entry: new URL('./screening-process.ts', import.meta.url),
};
