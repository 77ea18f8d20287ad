import type { PhotoCrop } from '@candid/contracts';
import { FairQueue } from '@candid/platform';
import type { Wanted } from './image-process.js';
import type { PreviewedPicture, RenderedPhoto } from './render-photo.js';
import { type ImageProcessEntry, type Made, type Picture, RunningImageProcess } from './running-image-process.js';

export interface ImageProcessPoolOptions extends ImageProcessEntry {
  /** Number of pictures worked on at once, each in a process of its own. */
  size: number;
  /** Number of pictures that may wait for a place, in total and of one person. The next one is refused. */
  waitingMax: number;
  waitingPerPersonMax: number;
  pixelsMax: number;
  /** The longer side as a multiple of the shorter one. */
  sidesRatioMax: number;
  /** Memory that all decoders may take at once. A picture that needs more by itself is refused. */
  decodingBytesMax: number;
  /** Widths of the renditions in pixels, largest first; RENDITION_WIDTHS by default. */
  widths?: readonly number[];
  renderTimeoutMs: number;
  /** A process without work ends after this time, gives its memory back and leaves a new one ready. */
  idleMs: number;
}

export interface Caller {
  /** People take turns. */
  personId: string;
  /** Aborts when nobody waits for the picture any more. */
  signal?: AbortSignal;
}

/**
 * Hands pictures to at most `size` processes. They start when there is work, and end without it. After the first picture one process is
 * always ready, because starting takes half as long as rendering.
 */
export class ImageProcessPool {
  readonly #options: ImageProcessPoolOptions;
  readonly #places: FairQueue;
  readonly #memory: MemoryBudget;
  /** A process that is ready and has seen no picture has no timer. */
  readonly #idle = new Map<RunningImageProcess, NodeJS.Timeout | undefined>();
  readonly #busy = new Set<RunningImageProcess>();
  #closed = false;

  constructor(options: ImageProcessPoolOptions) {
    this.#options = options;
    this.#places = new FairQueue({
      places: options.size,
      waitingMax: options.waitingMax,
      waitingPerPartyMax: options.waitingPerPersonMax,
    });
    this.#memory = new MemoryBudget(options.decodingBytesMax);
  }

  /**
   * Opens and renders one picture. Calls `open` when a place is free, so that a waiting picture holds nothing.
   * @throws ImageRefusedError, ImageProcessFailedError, StorageFailedError, TooManyWaitingError, the signal's reason and every error of
   * `open`
   */
  render(open: () => Promise<Picture>, caller: Caller, crop?: PhotoCrop | null): Promise<RenderedPhoto> {
    return this.#read(open, caller, { kind: 'render', crop });
  }

  /** Makes a small upright copy of a picture. It waits, and throws, as `render` does. */
  preview(open: () => Promise<Picture>, caller: Caller): Promise<PreviewedPicture> {
    return this.#read(open, caller, { kind: 'preview' });
  }

  /** Ends the processes. Pictures under way fail with ImageProcessFailedError. */
  close(): void {
    this.#closed = true;
    for (const timer of this.#idle.values()) clearTimeout(timer);
    for (const running of [...this.#idle.keys(), ...this.#busy]) running.kill();
    this.#idle.clear();
  }

  async #read<W extends Wanted>(
    open: () => Promise<Picture>,
    { personId, signal }: Caller,
    wanted: W,
  ): Promise<Made[W['kind']]> {
    const leave = await this.#places.take(personId, { signal });
    try {
      return await this.#readIn(await open(), wanted, signal);
    } finally {
      leave();
    }
  }

  async #readIn<W extends Wanted>(
    picture: Picture,
    wanted: W,
    signal: AbortSignal | undefined,
  ): Promise<Made[W['kind']]> {
    const { pixelsMax, sidesRatioMax, decodingBytesMax, widths, renderTimeoutMs } = this.#options;
    const running = this.#idleProcess() ?? new RunningImageProcess(this.#options);
    this.#busy.add(running);
    const end = (): void => running.kill();
    signal?.addEventListener('abort', end, { once: true });
    try {
      // An abort while the picture was opened fires no further event.
      signal?.throwIfAborted();
      return await running.read(picture, wanted, {
        limits: { pixelsMax, sidesRatioMax, decodingBytesMax, ...(widths && { widths }) },
        timeoutMs: renderTimeoutMs,
        reserveMemory: (bytes) => this.#memory.take(bytes),
      });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', end);
      picture.stream.destroy();
      this.#busy.delete(running);
      if (running.usable) this.#keepForNow(running);
      else this.#keepOneReady();
    }
  }

  #idleProcess(): RunningImageProcess | undefined {
    for (const [running, timer] of this.#idle) {
      clearTimeout(timer);
      this.#idle.delete(running);
      if (running.usable) return running;
    }
    return undefined;
  }

  #keepForNow(running: RunningImageProcess): void {
    const end = (): void => {
      this.#idle.delete(running);
      running.release();
      this.#keepOneReady();
    };
    this.#idle.set(running, setTimeout(end, this.#options.idleMs));
  }

  #keepOneReady(): void {
    if (!this.#closed && this.#idle.size + this.#busy.size === 0) {
      this.#idle.set(new RunningImageProcess(this.#options), undefined);
    }
  }
}

/** A semaphore in bytes: what is taken at once never exceeds the total. First come, first served, so that no one starves. */
export class MemoryBudget {
  readonly #waiting: { bytes: number; start: () => void }[] = [];
  #free: number;

  constructor(readonly totalBytes: number) {
    this.#free = totalBytes;
  }

  /** Counts more than the total as the total. @returns a function that gives the bytes back; call it exactly once */
  async take(wantedBytes: number): Promise<() => void> {
    const bytes = Math.min(wantedBytes, this.totalBytes);
    if (this.#waiting.length === 0 && bytes <= this.#free) this.#free -= bytes;
    else await new Promise<void>((start) => this.#waiting.push({ bytes, start }));
    return () => {
      this.#free += bytes;
      this.#serveWaiting();
    };
  }

  #serveWaiting(): void {
    for (let next = this.#waiting[0]; next && next.bytes <= this.#free; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#free -= next.bytes;
      next.start();
    }
  }
}
