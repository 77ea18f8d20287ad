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
  private readonly untold = new Set<string>();
  private telling = false;

  constructor(private readonly options: GroupedLimiterOptions) {}

  /** @returns milliseconds until the next try where this one is beyond the limit, else undefined */
  take(caller: string): number | undefined {
    const nowMs = Date.now();
    const window = this.windowOf(caller, nowMs);
    if (window.taken >= this.options.points) return window.endsAtMs - nowMs;
    window.taken += 1;
    window.untold += 1;
    this.untold.add(caller);
    if (!this.telling) this.tellSoon();
    return undefined;
  }

  private windowOf(caller: string, nowMs: number): Window {
    const known = this.windows.get(caller);
    if (known && known.endsAtMs > nowMs) return known;
    const { callersMax = 50_000, windowMs } = this.options;
    if (!known && this.windows.size >= callersMax) this.windows.delete(this.windows.keys().next().value!);
    const window = { taken: 0, untold: 0, endsAtMs: nowMs + windowMs };
    // The map stays in the order in which its windows end.
    this.windows.delete(caller);
    this.windows.set(caller, window);
    return window;
  }

  private tellSoon(): void {
    this.telling = true;
    setTimeout(() => {
      void this.tellAll().finally(() => {
        if (this.untold.size > 0) this.tellSoon();
        else this.telling = false;
      });
    }, this.options.gatherMs ?? 100).unref();
  }

  /** Costs as much as there is to tell: windows of a day are many, and few of them change. */
  private async tellAll(): Promise<void> {
    this.forgetEnded();
    const callers = [...this.untold];
    this.untold.clear();
    await Promise.all(
      callers.map(async (caller) => {
        const window = this.windows.get(caller);
        if (window && window.untold > 0) await this.tell(caller, window);
      }),
    );
  }

  private forgetEnded(): void {
    const nowMs = Date.now();
    for (const [caller, { endsAtMs, untold }] of this.windows) {
      if (endsAtMs > nowMs || untold > 0) return;
      this.windows.delete(caller);
    }
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
