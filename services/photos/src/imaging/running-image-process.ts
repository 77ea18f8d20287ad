import { type ChildProcess, fork } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FromImageProcess, ToImageProcess } from './image-process.js';
import { ImageRefusedError } from './image-refused-error.js';
import type { RenderedPhoto } from './render-photo.js';

export interface Picture {
  stream: Readable;
  /** In bytes, more than 0; exactly what the stream gives. */
  size: number;
}

export interface RenderTask {
  pixelsMax: number;
  /** RENDITION_WIDTHS by default. */
  widths?: readonly number[] | undefined;
  /** A picture that takes longer is broken or hostile; waiting for a turn does not count. */
  timeoutMs: number;
  /** Awaited before a picture is decoded that needs much memory; what it gives is called afterwards. */
  heavyTurn: () => Promise<() => void>;
}

export interface ImageProcessEntry {
  /** What is started; the sibling `image-process.js` by default. */
  entry?: URL;
  execArgv?: string[];
}

/** The parent's side of one image process, which works on one picture at a time. */
export class RunningImageProcess {
  readonly #child: ChildProcess;

  constructor({ entry, execArgv = [] }: ImageProcessEntry = {}) {
    this.#child = fork(entry ?? new URL('./image-process.js', import.meta.url), {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc', 'pipe'],
      // Two arenas: what one picture needed is used again for the next instead of growing a heap per thread.
      env: { MALLOC_ARENA_MAX: '2' },
      execArgv,
    });
    this.#child.on('error', () => this.kill());
    this.#pictures.on('error', () => this.kill());
  }

  get usable(): boolean {
    return this.#child.connected && this.#child.exitCode === null && !this.#child.killed;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Lets the process end by itself. */
  release(): void {
    if (this.#child.connected) this.#child.disconnect();
  }

  /** @throws ImageRefusedError; also when the process ends or takes too long. What the stream throws ends the process. */
  async render(picture: Picture, task: RenderTask): Promise<RenderedPhoto> {
    let giveBack: (() => void) | undefined;
    let settled = false;
    let timer = this.#deadline(task);
    const answered = this.#answer(async () => {
      clearTimeout(timer);
      giveBack = await task.heavyTurn();
      if (settled) return giveBack();
      timer = this.#deadline(task);
      this.#send({ kind: 'go' });
    });
    try {
      this.#send({ kind: 'render', size: picture.size, pixelsMax: task.pixelsMax, widths: task.widths });
      const [answer] = await Promise.all([answered, this.#write(picture, answered)]);
      if (answer.kind === 'refused') throw new ImageRefusedError(answer.refusal);
      return answer.photo;
    } finally {
      settled = true;
      clearTimeout(timer);
      giveBack?.();
    }
  }

  get #pictures(): Writable {
    return this.#child.stdio[4] as Writable;
  }

  #deadline({ timeoutMs }: RenderTask): NodeJS.Timeout {
    return setTimeout(() => this.kill(), timeoutMs);
  }

  #send(message: ToImageProcess): void {
    if (this.#child.connected) this.#child.send(message);
  }

  #answer(onHeavy: () => Promise<void>): Promise<Exclude<FromImageProcess, { kind: 'heavy' }>> {
    return new Promise((resolve, reject) => {
      const settle = (outcome: () => void): void => {
        this.#child.off('message', onMessage).off('exit', onExit);
        outcome();
      };
      const onMessage = (message: FromImageProcess): void => {
        if (message.kind === 'heavy') void onHeavy();
        else settle(() => resolve(message));
      };
      const onExit = (code: number | null, signal: string | null): void =>
        settle(() => reject(new ImageRefusedError('broken', new Error(`image process ended: ${signal ?? code}`))));
      this.#child.on('message', onMessage).on('exit', onExit);
    });
  }

  /** A stream that breaks off leaves the process waiting for the rest: it is of no use any more. */
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
      const ended = !this.usable;
      this.kill();
      if (ended) await answered;
      throw error;
    }
  }
}
