import type { PhotoCrop } from '@candid/contracts';
import { FairQueue } from '@candid/platform';
import type { PictureLimits, Wanted } from './image-process.js';
import type { PreviewedPicture, RenderedPhoto } from './render-photo.js';
import { type ImageProcessEntry, type Made, type Picture, RunningImageProcess } from './running-image-process.js';

/** `decodingBytesMax` limits the memory of each decoder, and the sum for all decoders. */
export interface ImageProcessPoolOptions extends ImageProcessEntry, PictureLimits {
  /** Number of pictures that are processed at the same time, each in its own process. */
  size: number;
  /** Numbers of pictures that may wait for a process, in total and per person. Further pictures are refused. */
  waitingMax: number;
  waitingPerPersonMax: number;
  renderTimeoutMs: number;
  /** A process that is idle for this time ends to free its memory. A new process replaces it if no other is left. */
  idleMs: number;
}

export interface Caller {
  /** Waiting people take turns, so that one person's many pictures do not block others. */
  personId: string;
  /** Aborts when nobody waits for the picture any more. */
  signal?: AbortSignal | undefined;
}

/**
 * Distributes pictures to at most `size` processes, which start on demand and end when they are idle. After the first picture, one
 * process is always kept ready, because a start takes half as long as rendering.
 */
export class ImageProcessPool {
  readonly #options: ImageProcessPoolOptions;
  readonly #places: FairQueue;
  readonly #memory: MemoryBudget;
  /** Idle processes, each with the timer that ends it. A process that has not read a picture yet has no timer. */
  readonly #idle = new Map<RunningImageProcess, NodeJS.Timeout | undefined>();
  readonly #busy = new Set<RunningImageProcess>();
  #closed = false;

  constructor(options: ImageProcessPoolOptions) {
    this.#options = options;
    const { size: places, waitingMax, waitingPerPersonMax: waitingPerPartyMax } = options;
    this.#places = new FairQueue({ places, waitingMax, waitingPerPartyMax });
    this.#memory = new MemoryBudget(options.decodingBytesMax);
  }

  /**
   * Calls `open` only when a process is free, so that a waiting picture uses no memory and no connection.
   * @throws ImageRefusedError, ImageProcessFailedError, StorageFailedError, TooManyWaitingError, the signal's reason, errors of `open`
   */
  render(open: () => Promise<Picture>, caller: Caller, crop?: PhotoCrop | null): Promise<RenderedPhoto> {
    return this.#read(open, caller, { kind: 'render', crop });
  }

  /** Waits and throws as `render` does. */
  preview(open: () => Promise<Picture>, caller: Caller): Promise<PreviewedPicture> {
    return this.#read(open, caller, { kind: 'preview' });
  }

  /** Ends the processes. Pictures in progress fail with ImageProcessFailedError. */
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

  async #readIn<W extends Wanted>(picture: Picture, wanted: W, signal?: AbortSignal): Promise<Made[W['kind']]> {
    const { pixelsMax, sidesRatioMax, decodingBytesMax, renderTimeoutMs } = this.#options;
    const running = this.#idleProcess() ?? new RunningImageProcess(this.#options);
    this.#busy.add(running);
    const end = (): void => running.kill();
    signal?.addEventListener('abort', end, { once: true });
    try {
      // The signal may have been aborted while the picture was opened; its event does not fire again.
      signal?.throwIfAborted();
      return await running.read(picture, wanted, {
        limits: { pixelsMax, sidesRatioMax, decodingBytesMax },
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

/** A semaphore of bytes: at most `totalBytes` are taken at a time. Serves requests in order, so that none starves. */
export class MemoryBudget {
  readonly #waiting: { bytes: number; start: () => void }[] = [];
  #free: number;

  constructor(readonly totalBytes: number) {
    this.#free = totalBytes;
  }

  /** Grants at most `totalBytes`. @returns a function that gives the bytes back; call it exactly once */
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
