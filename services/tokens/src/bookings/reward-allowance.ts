import type { Clock } from '@candid/platform';

/** What the ledger and the settings say about a day. */
export interface RewardDay {
  paidTokens: number;
  /** Whole tokens that rewards may come to on that day. */
  capTokens: number;
}

export interface RewardAllowanceOptions {
  /** @param day as YYYY-MM-DD (UTC) */
  lookUp: (day: string) => Promise<RewardDay>;
  clock: Clock;
  /** How old a look at what the other processes have paid may be. */
  freshMs: number;
  /** The same for a payment while more than half of the cap is left. */
  freshBelowHalfMs: number;
}

/**
 * What may still be given away today. This process never goes over the cap; several processes together at most by what
 * the others pay within `freshMs` and the time that a look takes. While less than half of the cap is paid, `freshBelowHalfMs` replaces
 * `freshMs`, because a look takes longer than a payment.
 */
export class RewardAllowance {
  readonly #options: RewardAllowanceOptions;
  /** As the last look found it. */
  #found: RewardDay = { paidTokens: 0, capTokens: 0 };
  #payingTokens = 0;
  /** Paid since the last look began; some of it that look may have found, which errs to the safe side. */
  #paidTokens = 0;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #day = '';
  #looking: Promise<void> | undefined;

  constructor(options: RewardAllowanceOptions) {
    this.#options = options;
  }

  /** Undefined, and nothing done, where the amount does not fit any more. */
  async spend<T>(amountTokens: number, pay: () => Promise<T>): Promise<T | undefined> {
    await this.#lookIfStale(this.#isBelowHalf() ? this.#options.freshBelowHalfMs : this.#options.freshMs);
    const { paidTokens, capTokens } = this.#known();
    if (paidTokens + amountTokens > capTokens) return undefined;
    this.#payingTokens += amountTokens;
    try {
      const paid = await pay();
      this.#paidTokens += amountTokens;
      return paid;
    } finally {
      this.#payingTokens -= amountTokens;
    }
  }

  /** What is paid includes what this process is paying. */
  async today(): Promise<RewardDay> {
    await this.#lookIfStale(this.#options.freshMs);
    return this.#known();
  }

  #known(): RewardDay {
    const { paidTokens, capTokens } = this.#found;
    return { paidTokens: paidTokens + this.#payingTokens + this.#paidTokens, capTokens };
  }

  /** What one look has found is used however long it took: a slow database delays a payment, and never holds it up for good. */
  async #lookIfStale(freshMs: number): Promise<void> {
    if (!this.#isOfToday() || this.#ageMs() >= freshMs) await this.#lookOnce();
    while (!this.#isOfToday()) await this.#lookOnce();
  }

  #isOfToday(): boolean {
    return this.#day === dayOf(this.#options.clock());
  }

  #isBelowHalf(): boolean {
    const { paidTokens, capTokens } = this.#known();
    return paidTokens < capTokens / 2;
  }

  #ageMs(): number {
    return this.#options.clock().getTime() - this.#lookedAtMs;
  }

  /** Whoever comes while a look is under way shares it. */
  #lookOnce(): Promise<void> {
    this.#looking ??= this.#look();
    return this.#looking;
  }

  async #look(): Promise<void> {
    const now = this.#options.clock();
    const paidBefore = this.#paidTokens;
    try {
      this.#found = await this.#options.lookUp(dayOf(now));
      this.#paidTokens -= paidBefore;
      this.#day = dayOf(now);
      this.#lookedAtMs = now.getTime();
    } finally {
      this.#looking = undefined;
    }
  }
}

export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** When the allowance of the day begins that is so many days later. */
export function daysAfter(time: Date, days: number): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate() + days));
}
