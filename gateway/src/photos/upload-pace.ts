import type { IncomingMessage } from 'node:http';
import type { ErrorCode } from '@candid/contracts';
import { RefusalError } from '../errors/refusals.js';

export interface Pace {
  /** Of a whole upload. */
  totalMs: number;
  /** Within each of these as many bytes arrive at least. */
  windowMs: number;
  windowBytesMin: number;
}

/** 135 MB over 4 Mbit/s, and never less than 4 KB a second. */
export const UPLOAD_PACE: Pace = { totalMs: 5 * 60_000, windowMs: 30_000, windowBytesMin: 120_000 };

/** The sender has more to send, which nobody reads any more: its connection is closed. */
export class SlowSenderError extends RefusalError {
  constructor(
    code: ErrorCode = 'VALIDATION_FAILED',
    message = 'Your photos took too long to arrive. Please try again.',
    retryAfterSeconds?: number,
  ) {
    super(code, message, undefined, retryAfterSeconds);
  }
}

/** Watches a request's body arrive: a sender that hardly sends must not keep its place for ever. */
export class Arrival {
  private readonly late = new AbortController();
  private readonly total: NodeJS.Timeout;
  private readonly window: NodeJS.Timeout;

  constructor(request: IncomingMessage, pace: Pace) {
    const giveUp = (): void => this.late.abort(new SlowSenderError());
    let seenBytes = request.socket.bytesRead;
    this.total = setTimeout(giveUp, pace.totalMs);
    this.window = setInterval(() => {
      const arrivedBytes = request.socket.bytesRead - seenBytes;
      seenBytes = request.socket.bytesRead;
      // What is paused waits for the storage, not for the sender.
      if (arrivedBytes < pace.windowBytesMin && !request.isPaused() && !request.complete) giveUp();
    }, pace.windowMs);
  }

  /** Aborts, with the refusal as its reason, when the sender is too slow. */
  get signal(): AbortSignal {
    return this.late.signal;
  }

  end(): void {
    clearTimeout(this.total);
    clearInterval(this.window);
  }
}

/** @throws the signal's reason as soon as it aborts, also between two items */
export async function* untilAborted<Item>(items: AsyncIterable<Item>, signal: AbortSignal): AsyncGenerator<Item> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  aborted.catch(() => undefined);
  const iterator = items[Symbol.asyncIterator]();
  for (;;) {
    const next = await Promise.race([iterator.next(), aborted]);
    if (next.done) return;
    yield next.value;
  }
}
