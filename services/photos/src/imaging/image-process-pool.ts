import type { RenderedPhoto } from './render-photo.js';
import { type ImageProcessEntry, type Picture, RunningImageProcess } from './running-image-process.js';
import { Turns } from './turns.js';

export interface ImageProcessPoolOptions extends ImageProcessEntry {
  /** Pictures worked on at once, each in a process of its own. */
  size: number;
  /** Callers that may wait for a place; the next is refused. */
  waitingMax: number;
  pixelsMax: number;
  /** Of the renditions, in pixels, largest first; RENDITION_WIDTHS by default. */
  widths?: readonly number[];
  renderTimeoutMs: number;
  /** A process without work ends after this time and gives its memory back. */
  idleMs: number;
}

/** Hands pictures to at most `size` processes, which are started for work and end without it. */
export class ImageProcessPool {
  readonly #options: ImageProcessPoolOptions;
  readonly #places: Turns;
  readonly #heavy = new Turns(1);
  readonly #idle = new Map<RunningImageProcess, NodeJS.Timeout>();
  readonly #busy = new Set<RunningImageProcess>();

  constructor(options: ImageProcessPoolOptions) {
    this.#options = options;
    this.#places = new Turns(options.size, options.waitingMax);
  }

  /**
   * Opens and renders one picture. `open` is called when a place is free: a waiting picture holds nothing.
   * @throws ImageRefusedError, TooManyWaitingError and whatever `open` throws
   */
  async render(open: () => Promise<Picture>): Promise<RenderedPhoto> {
    const leave = await this.#places.take();
    try {
      return await this.#renderIn(await open());
    } finally {
      leave();
    }
  }

  /** Ends the processes; pictures under way are refused. */
  close(): void {
    for (const timer of this.#idle.values()) clearTimeout(timer);
    for (const running of [...this.#idle.keys(), ...this.#busy]) running.kill();
    this.#idle.clear();
  }

  async #renderIn(picture: Picture): Promise<RenderedPhoto> {
    const running = this.#idleProcess() ?? new RunningImageProcess(this.#options);
    this.#busy.add(running);
    try {
      return await running.render(picture, {
        pixelsMax: this.#options.pixelsMax,
        widths: this.#options.widths,
        timeoutMs: this.#options.renderTimeoutMs,
        heavyTurn: () => this.#heavy.take(),
      });
    } finally {
      picture.stream.destroy();
      this.#busy.delete(running);
      if (running.usable) this.#keepForNow(running);
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
    };
    this.#idle.set(running, setTimeout(end, this.#options.idleMs));
  }
}
