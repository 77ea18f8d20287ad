import { differenceCiede2000 } from 'culori';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../browser/browser.js';

interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
}

interface OpenPicture {
  width: number;
  height: number;
  read(size: { width: number; height: number }): Promise<Pixels>;
}

interface PhotosService {
  openPicture(bytes: Uint8Array): Promise<OpenPicture>;
  previewPicture(bytes: Uint8Array, limits: object): Promise<unknown>;
  REFUSAL_REASONS: Readonly<Record<string, string>>;
}

const MEBIBYTE = 1024 ** 2;
/** The service's default limits. */
const LIMITS = { pixelsMax: 50_000_000, sidesRatioMax: 5, decodingBytesMax: 512 * MEBIBYTE };
/** Larger pictures are scaled down to this width and height, in pixels, before the comparison. */
const SIDE_MAX = 400;

/** Imports functions of the built photos service. */
export async function loadPhotosService(): Promise<PhotosService> {
  const from = (name: string) =>
    import(new URL(`../../../services/photos/dist/imaging/${name}.js`, import.meta.url).href);
  const [{ openPicture }, { previewPicture }, { REFUSAL_REASONS }] = await Promise.all(
    ['open-picture', 'render-photo', 'take-in-pictures'].map(from),
  );
  return { openPicture, previewPicture, REFUSAL_REASONS };
}

export type Outcome = { refusal: string } | { width: number; height: number; pixels: Pixels };

export async function outcomeOf(service: PhotosService, file: Buffer): Promise<Outcome> {
  try {
    await service.previewPicture(file, LIMITS);
    const picture = await service.openPicture(file);
    const scale = Math.min(1, SIDE_MAX / Math.max(picture.width, picture.height));
    const side = (length: number) => Math.max(1, Math.round(length * scale));
    const pixels = await picture.read({ width: side(picture.width), height: side(picture.height) });
    return { width: picture.width, height: picture.height, pixels };
  } catch (error) {
    const reason = service.REFUSAL_REASONS[(error as { refusal?: string }).refusal ?? ''];
    if (!reason) throw error;
    return { refusal: reason };
  }
}

export interface Difference {
  mean: number;
  max: number;
}

/** A page in Chromium with an sRGB screen, which shows picture files. */
export class Screen {
  readonly #browser: Browser;
  readonly #page: Page;

  private constructor(browser: Browser, page: Page) {
    this.#browser = browser;
    this.#page = page;
  }

  static async open(): Promise<Screen> {
    const browser = await launchBrowser({ flags: ['--force-color-profile=srgb'] });
    return new Screen(browser, await browser.newPage());
  }

  get version(): string {
    return this.#browser.version();
  }

  close(): Promise<void> {
    return this.#browser.close();
  }

  /** Returns the CIEDE2000 difference between the pixels and the displayed file; null if Chromium cannot display it. */
  async differenceTo({ width, height, data }: Pixels, file: Buffer): Promise<Difference | null> {
    const shown = await this.#shown(file, width, height);
    if (!shown) return null;
    const distance = differenceCiede2000();
    const colour = (from: Uint8Array, at: number) => ({
      ...{ mode: 'rgb' as const, r: from[at]! / 255, g: from[at + 1]! / 255, b: from[at + 2]! / 255 },
    });
    let [sum, count, max] = [0, 0, 0];
    for (let pixel = 0; pixel < width * height; pixel += SAMPLED_EVERY) {
      const found = distance(colour(data, pixel * 3), colour(shown, pixel * 4));
      sum += found;
      count += 1;
      max = Math.max(max, found);
    }
    return { mean: sum / count, max };
  }

  async #shown(file: Buffer, width: number, height: number): Promise<Buffer | null> {
    const source = `data:${mediaTypeOf(file)};base64,${file.toString('base64')}`;
    const base64 = await this.#page.evaluate<string | null>(`(${DRAW})(${JSON.stringify({ source, width, height })})`);
    return base64 === null ? null : Buffer.from(base64, 'base64');
  }
}

/** Every seventh pixel is compared. Seven does not divide a drawing's width, so that every column is sampled. */
const SAMPLED_EVERY = 7;

/** Runs in the page. Returns the first frame over white as RGBA in base64; null if the browser cannot display it. */
const DRAW = `async ({ source, width, height }) => {
  const image = new Image();
  image.src = source;
  try {
    await image.decode();
  } catch {
    return null;
  }
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  return new Uint8Array(context.getImageData(0, 0, width, height).data.buffer).toBase64();
}`;

function mediaTypeOf(file: Buffer): string {
  const head = file.toString('latin1', 0, 12);
  if (head.startsWith('\x89PNG')) return 'image/png';
  if (head.startsWith('RIFF')) return 'image/webp';
  if (head.startsWith('ftyp', 4)) return 'image/avif';
  return 'image/jpeg';
}
