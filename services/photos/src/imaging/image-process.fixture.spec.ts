import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type { ImageProcessPoolOptions } from './image-process-pool.js';
import type { ImageProcessEntry, Picture } from './running-image-process.js';

/**
 * Makes Node run the TypeScript sources and resolve imports of `.js` to `.ts`. A cache of compiled code halves the
 * start of later processes. It is written early, because tests end these processes with a signal.
 */
const resolveSources = `import { enableCompileCache, flushCompileCache, registerHooks } from 'node:module';
enableCompileCache();
setTimeout(flushCompileCache, 500).unref();
registerHooks({
  resolve: (specifier, context, next) =>
    next(context.parentURL?.endsWith('.ts') ? specifier.replace(/^(\\..*)\\.js$/, '$1.ts') : specifier, context),
});`;

/** The real image process, run from its sources. */
export const uncompiledImageProcess: ImageProcessEntry = {
  entry: new URL('./image-process.ts', import.meta.url),
  execArgv: ['--no-warnings', '--import', `data:text/javascript,${encodeURIComponent(resolveSources)}`],
};

export const poolOptions: ImageProcessPoolOptions = {
  ...uncompiledImageProcess,
  size: 2,
  waitingMax: 64,
  waitingPerPersonMax: 64,
  pixelsMax: 50_000_000,
  sidesRatioMax: 5,
  decodingBytesMax: 512 * 1024 * 1024,
  renderTimeoutMs: 20_000,
  idleMs: 5_000,
};

/** Returns an entry that runs `source` instead of the real image process. */
export function otherProcess(source: string): ImageProcessEntry & { remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'candid-image-process-'));
  const path = join(folder, 'entry.mjs');
  writeFileSync(path, source);
  return { entry: pathToFileURL(path), execArgv: [], remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export const pictureOf = (bytes: Uint8Array): Picture => ({ stream: Readable.from([bytes]), size: bytes.length });
