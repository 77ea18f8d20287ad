import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { FairQueue } from '@candid/platform';
import { type ImageProcessEntry, residentBytes } from '../imaging/running-image-process.js';
import type { FromScreeningProcess, Screening, ScreeningRequest } from './screening-process.js';

/** Screening failed: the picture is missing, or the process ended, exceeded a limit or reported an error. */
export class ScreeningFailedError extends Error {
  override readonly name = 'ScreeningFailedError';
}

/** Replacements for tests. */
export interface ScreeningProcess extends ImageProcessEntry {
  timeoutMs?: number;
}

interface ScreenerOptions extends ScreeningProcess {
  /** Time limit for one picture, including the time to load the models. */
  timeoutMs: number;
  /** Limit of resident memory. A process that exceeds the limit is killed. */
  bytesMax: number;
  /** An idle process ends after this time and frees its memory. */
  idleMs: number;
  waitingMax: number;
  waitingPerPersonMax: number;
}

const MEMORY_CHECK_MS = 25;

/** Screens one picture at a time in a child process. The process starts on demand and ends when it is idle. */
export class Screener {
  readonly #places: FairQueue;
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(private readonly options: ScreenerOptions) {
    const { waitingMax, waitingPerPersonMax } = options;
    this.#places = new FairQueue({ places: 1, waitingMax, waitingPerPartyMax: waitingPerPersonMax });
  }

  /** @throws ScreeningFailedError, TooManyWaitingError, or the signal's reason if it aborts during the wait */
  async screen(request: ScreeningRequest, personId: string, signal?: AbortSignal): Promise<Screening> {
    const leave = await this.#places.take(personId, { signal });
    clearTimeout(this.#idle);
    try {
      return await this.#ask(request);
    } finally {
      this.#idle = setTimeout(() => this.#release(), this.options.idleMs);
      this.#idle.unref();
      leave();
    }
  }

  /** Kills the process. Pictures in progress fail. */
  close(): void {
    clearTimeout(this.#idle);
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  async #ask(request: ScreeningRequest): Promise<Screening> {
    const child = this.#running();
    const end = (): void => void child.kill('SIGKILL');
    const deadline = setTimeout(end, this.options.timeoutMs);
    const watch = setInterval(() => {
      if (residentBytes(child) > this.options.bytesMax) end();
    }, MEMORY_CHECK_MS);
    const ended = new AbortController();
    const onExit = (): void => ended.abort();
    child.once('exit', onExit);
    try {
      const answered = once(child, 'message', { signal: ended.signal });
      child.send(request, (error) => error && end());
      const [answer] = (await answered.catch(() => [{ kind: 'failed', reason: 'the process ended' }])) as [
        FromScreeningProcess,
      ];
      if (answer.kind === 'screened') return answer.screening;
      throw new ScreeningFailedError(answer.reason);
    } finally {
      child.off('exit', onExit);
      clearTimeout(deadline);
      clearInterval(watch);
    }
  }

  #running(): ChildProcess {
    if (this.#child?.connected && this.#child.exitCode === null && !this.#child.killed) return this.#child;
    const { entry = new URL('./screening-process.js', import.meta.url), execArgv = [] } = this.options;
    const child = fork(entry, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { MALLOC_ARENA_MAX: '2' },
      execArgv,
    });
    child.on('error', () => child.kill('SIGKILL'));
    this.#child = child;
    return child;
  }

  #release(): void {
    if (this.#child?.connected) this.#child.disconnect();
    this.#child = undefined;
  }
}
