import { uncompiledImageProcess } from '../imaging/image-process.fixture.spec.js';
import type { ScreeningProcess } from './screener.js';

/** Runs the screening process from its TypeScript source, so that specs need no build. A busy machine may take long. */
export const uncompiledScreeningProcess: ScreeningProcess = {
  ...uncompiledImageProcess,
  entry: new URL('./screening-process.ts', import.meta.url),
  timeoutMs: 300_000,
};
