import type { AppendRequest } from './append-request.js';

export interface QueuedAppend<Result> {
  request: AppendRequest;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

interface AppendQueueOptions<Result> {
  flushConnections: number;
  maxBatch: number;
  /** Settles every item; never throws. */
  flush: (items: QueuedAppend<Result>[]) => Promise<void>;
}

/**
 * Joins concurrent requests into flushes: while `flushConnections` flushes are under way, requests wait and leave
 * together. Two requests with a stream or a key in common are never in flight at once: each decides on what the one
 * before it has committed, in the order they came.
 */
export class AppendQueue<Result> {
  readonly #options: AppendQueueOptions<Result>;
  #waiting: QueuedAppend<Result>[] = [];
  readonly #busy = new Set<string>();
  #flushing = 0;
  #scheduled = false;

  constructor(options: AppendQueueOptions<Result>) {
    this.#options = options;
  }

  append(request: AppendRequest): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject });
      this.#schedule();
    });
  }

  /** Deferred to the end of the turn, so that calls made in the same turn leave together. */
  #schedule(): void {
    if (this.#scheduled || this.#flushing >= this.#options.flushConnections) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#start();
    });
  }

  #start(): void {
    const items = this.#takeBatch();
    if (items.length === 0) return;
    this.#flushing++;
    this.#options.flush(items).finally(() => {
      for (const { request } of items) for (const name of claimsOf(request)) this.#busy.delete(name);
      this.#flushing--;
      if (this.#waiting.length > 0) this.#schedule();
    });
    if (this.#waiting.length > 0) this.#schedule();
  }

  #takeBatch(): QueuedAppend<Result>[] {
    const taken: QueuedAppend<Result>[] = [];
    const left: QueuedAppend<Result>[] = [];
    /** What an item left behind waits for: a later item must not overtake it. */
    const awaited = new Set<string>();
    for (const item of this.#waiting) {
      const claims = claimsOf(item.request);
      const free =
        taken.length < this.#options.maxBatch && !claims.some((name) => this.#busy.has(name) || awaited.has(name));
      for (const name of claims) (free ? this.#busy : awaited).add(name);
      (free ? taken : left).push(item);
    }
    this.#waiting = left;
    return taken;
  }
}

function claimsOf(request: AppendRequest): string[] {
  const claims = request.streams.map(({ streamId }) => `stream ${streamId}`);
  if (request.idempotency) claims.push(`key ${request.idempotency.key}`);
  return claims;
}
