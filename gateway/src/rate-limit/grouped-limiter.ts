import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

interface Window {
  /** As far as this process knows: the shared count when last told, and its own since. */
  taken: number;
  /** Of `taken`, what the shared count has not been told yet. */
  untold: number;
  endsAtMs: number;
}

export interface GroupedLimiterOptions {
  shared: RateLimiterAbstract;
  points: number;
  windowMs: number;
  /** How long takes are gathered before the shared count is told of them. */
  gatherMs?: number;
  callersMax?: number;
}

/**
 * A limit that all processes share without a round trip per request: takes are counted here and told in groups. What
 * others took is known a moment later; together they may exceed the limit by what they take in that moment.
 */
export class GroupedLimiter {
  private readonly windows = new Map<string, Window>();
  private telling = false;

  constructor(private readonly options: GroupedLimiterOptions) {}

  /** @returns milliseconds until the next try where this one is beyond the limit, else undefined */
  take(caller: string): number | undefined {
    const nowMs = Date.now();
    const window = this.windowOf(caller, nowMs);
    if (window.taken >= this.options.points) return window.endsAtMs - nowMs;
    window.taken += 1;
    window.untold += 1;
    if (!this.telling) this.tellSoon();
    return undefined;
  }

  private windowOf(caller: string, nowMs: number): Window {
    const known = this.windows.get(caller);
    if (known && known.endsAtMs > nowMs) return known;
    const { callersMax = 50_000, windowMs } = this.options;
    if (!known && this.windows.size >= callersMax) this.windows.delete(this.windows.keys().next().value!);
    const window = { taken: 0, untold: 0, endsAtMs: nowMs + windowMs };
    this.windows.set(caller, window);
    return window;
  }

  private tellSoon(): void {
    this.telling = true;
    setTimeout(() => {
      void this.tellAll().finally(() => {
        if (this.windows.size > 0) this.tellSoon();
        else this.telling = false;
      });
    }, this.options.gatherMs ?? 100).unref();
  }

  private async tellAll(): Promise<void> {
    const nowMs = Date.now();
    const told: Promise<void>[] = [];
    for (const [caller, window] of this.windows) {
      if (window.untold > 0) told.push(this.tell(caller, window));
      else if (window.endsAtMs <= nowMs) this.windows.delete(caller);
    }
    await Promise.all(told);
  }

  /** Where the shared count cannot be asked, this process goes on with its own. */
  private async tell(caller: string, window: Window): Promise<void> {
    const points = window.untold;
    window.untold = 0;
    const answer: unknown = await this.options.shared.consume(caller, points).catch((refused: unknown) => refused);
    if (!(answer instanceof RateLimiterRes)) return;
    window.taken = answer.consumedPoints + window.untold;
    window.endsAtMs = Date.now() + answer.msBeforeNext;
  }
}
