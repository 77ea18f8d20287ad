import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StorageFailedError } from '@candid/platform/object-storage';
import type { FromImageProcess, PictureLimits, ToImageProcess, Wanted } from './image-process.js';
import { ImageProcessFailedError, ImageRefusedError } from './image-refused-error.js';
import type { PreviewedPicture, RenderedPhoto } from './render-photo.js';

export interface Picture {
  stream: Readable;
  /** Number of bytes in the stream, at least 1. */
  size: number;
}

interface PictureTask {
  limits: PictureLimits;
  /** A process that takes longer is ended. Waiting for memory does not count. */
  timeoutMs: number;
  /** Is awaited with the needed memory before a picture is decoded. Returns a function that frees the memory. */
  reserveMemory: (bytes: number) => Promise<() => void>;
}

/** Results by the kind of `Wanted`. */
export interface Made {
  render: RenderedPhoto;
  preview: PreviewedPicture;
}

export interface ImageProcessEntry {
  /** The module that the process runs; by default `image-process.js` in this folder. */
  entry?: URL;
  execArgv?: string[];
}

/** Malloc settings that keep the memory of one picture for the next, which saves a tenth of the rendering time. */
const HEAP = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '33554432', MALLOC_TRIM_THRESHOLD_: '16777216' };

/** An idle process that uses more memory than this is ended. */
const IDLE_BYTES_MAX = 144 * 1024 * 1024;

/** A decoder may exceed its announced memory by this amount. If it uses more, its process is ended. */
const UNANNOUNCED_BYTES_MAX = 48 * 1024 * 1024;
const MEMORY_CHECK_MS = 25;

/** Signals of a decoder that crashes because of a picture. The kernel and operators use other signals. */
const CRASHES = new Set(['SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSEGV', 'SIGTRAP']);

/** The parent's side of one image process, which works on one picture at a time. */
export class RunningImageProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  #exceededMemory = false;

  constructor({ entry, execArgv = [] }: ImageProcessEntry = {}) {
    this.#child = fork(entry ?? new URL('./image-process.js', import.meta.url), {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc', 'pipe'],
      env: HEAP,
      // The process collects garbage after each picture.
      execArgv: ['--expose-gc', ...execArgv],
    });
    this.#ended = new Promise((resolve) => this.#child.once('exit', resolve).once('error', resolve));
    this.#child.on('error', () => this.kill());
    this.#pictures.on('error', () => this.kill());
  }

  get usable(): boolean {
    return this.#child.connected && this.#child.exitCode === null && !this.#child.killed;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Closes the channel, after which the process exits. */
  release(): void {
    if (this.#child.connected) this.#child.disconnect();
  }

  /**
   * @throws ImageRefusedError if the picture is refused or its decoder crashes; ImageProcessFailedError if the process
   * fails for another reason or takes too long; StorageFailedError if the stream breaks off, which ends the process
   */
  async read<W extends Wanted>(picture: Picture, wanted: W, task: PictureTask): Promise<Made[W['kind']]> {
    let giveBack: (() => void) | undefined;
    let settled = false;
    let timer = this.#deadline(task);
    let watch = this.#watchMemory(0);
    const answered = this.#answer(async (bytes) => {
      clearTimeout(timer);
      const release = await task.reserveMemory(bytes);
      if (settled) return release();
      giveBack = release;
      timer = this.#deadline(task);
      clearInterval(watch);
      watch = this.#watchMemory(bytes);
      this.#send({ kind: 'go' });
    });
    try {
      this.#send({ ...wanted, size: picture.size, limits: task.limits });
      const [answer] = await Promise.all([answered, this.#write(picture, answered)]);
      if (answer.kind === 'refused') throw new ImageRefusedError(answer.refusal);
      return (answer.kind === 'rendered' ? answer.photo : answer.picture) as Made[W['kind']];
    } finally {
      settled = true;
      clearTimeout(timer);
      clearInterval(watch);
      if (residentBytes(this.#child) > IDLE_BYTES_MAX) this.kill();
      // Waits for the end of the process before giving its memory back, so that the next picture can really use it.
      if (!this.usable) await this.#ended;
      giveBack?.();
    }
  }

  get #pictures(): Writable {
    return this.#child.stdio[4] as Writable;
  }

  #deadline({ timeoutMs }: PictureTask): NodeJS.Timeout {
    return setTimeout(() => this.kill(), timeoutMs);
  }

  /** Ends a process whose memory, as reported by the kernel, exceeds the announced amount by too much. */
  #watchMemory(announcedBytes: number): NodeJS.Timeout {
    return setInterval(() => {
      if (residentBytes(this.#child) <= IDLE_BYTES_MAX + announcedBytes + UNANNOUNCED_BYTES_MAX) return;
      this.#exceededMemory = true;
      this.kill();
    }, MEMORY_CHECK_MS);
  }

  #send(message: ToImageProcess): void {
    if (this.#child.connected) this.#child.send(message);
  }

  #answer(onMemory: (bytes: number) => Promise<void>): Promise<Exclude<FromImageProcess, { kind: 'memory' }>> {
    return new Promise((resolve, reject) => {
      const settle = (outcome: () => void): void => {
        this.#child.off('message', onMessage).off('exit', onExit).off('error', onError);
        outcome();
      };
      const onMessage = (message: FromImageProcess): void => {
        if (message.kind === 'memory') void onMemory(message.bytes);
        else settle(() => resolve(message));
      };
      const onExit = (code: number | null, signal: string | null): void => {
        const cause = new Error(`image process ended: ${signal ?? code}`);
        const isOfPicture = this.#exceededMemory || (signal !== null && CRASHES.has(signal));
        const refusal = () => new ImageRefusedError(this.#exceededMemory ? 'memory' : 'broken', cause);
        settle(() => reject(isOfPicture ? refusal() : new ImageProcessFailedError(cause.message)));
      };
      const onError = (cause: Error): void =>
        settle(() => reject(new ImageProcessFailedError('image process not started', { cause })));
      this.#child.on('message', onMessage).on('exit', onExit).on('error', onError);
    });
  }

  /** If the stream breaks off, ends the process, because the process would wait forever for the rest. */
  async #write({ stream, size }: Picture, answered: Promise<unknown>): Promise<void> {
    let written = 0;
    const counted = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        written += chunk.length;
        if (written > size) throw new Error('the picture has more bytes than announced');
        yield chunk;
      }
      if (written < size) throw new Error('the picture has fewer bytes than announced');
    };
    try {
      await pipeline(stream, counted, this.#pictures, { end: false });
    } catch (error) {
      // A process that ends may close its pipe before its exit is reported.
      const hasEnded = !this.usable || (error as NodeJS.ErrnoException).code === 'EPIPE';
      this.kill();
      if (hasEnded) await answered;
      throw new StorageFailedError(error);
    }
  }
}

const PAGE_BYTES = 4096;

/** Returns the resident memory of a process in bytes; 0 if the system does not report it, for example outside Linux. */
export function residentBytes({ pid }: ChildProcess): number {
  try {
    const [, pages] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ');
    return Number(pages) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
