import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

interface HeifImage {
  get_width(): number;
  get_height(): number;
  display(to: { data: Uint8ClampedArray; width: number; height: number }, done: (shown: unknown) => void): void;
}
interface LibHeif {
  HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] };
}

/** Runs as a separate process: prints the milliseconds from loading libheif-js to the pixels of the named file. */
const heic = readFileSync(process.argv[2]!);
const ofService = createRequire(new URL('../../../../services/photos/package.json', import.meta.url));
const startedAt = performance.now();
const { HeifDecoder } = ofService('libheif-js/wasm-bundle') as LibHeif;
const [image] = new HeifDecoder().decode(heic) as [HeifImage];
const [width, height] = [image.get_width(), image.get_height()];
const data = new Uint8ClampedArray(width * height * 4);
const shown = await new Promise((resolve) => image.display({ data, width, height }, resolve));
if (!shown) throw new Error('libheif-js does not decode the picture');
console.log(performance.now() - startedAt);
