import type { SqlSession } from '@candid/event-store';
import { type Clock } from '@candid/platform';

export interface RewardAllowanceOptions {
  session: SqlSession;
  clock: Clock;
  /** Whole tokens that rewards may come to in one day (UTC). */
  dailyCapTokens: number;
  /** How old a look at what the other processes have paid may be. */
  freshMs: number;
}

/** From the first reward of the day on, found from the end: a day is a short stretch of the account's postings. */
const spentSql = `select coalesce(-sum(amount), 0)::text as tokens from postings
  where account = 'platform:rewards' and global_position > coalesce((
    select global_position from postings where account = 'platform:rewards' and recorded_at < $1::timestamptz
     order by global_position desc limit 1), 0)`;

/**
 * What may still be given away today. This process never goes over the cap; several processes together at most by what
 * the others pay within `freshMs` and the time that a look takes.
 */
export class RewardAllowance {
  readonly #options: RewardAllowanceOptions;
  /** As the last look found it. */
  #spentTokens = 0;
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
    await this.#lookIfStale();
    const spentTokens = this.#spentTokens + this.#payingTokens + this.#paidTokens;
    if (spentTokens + amountTokens > this.#options.dailyCapTokens) return undefined;
    this.#payingTokens += amountTokens;
    try {
      const paid = await pay();
      this.#paidTokens += amountTokens;
      return paid;
    } finally {
      this.#payingTokens -= amountTokens;
    }
  }

  /** What one look has found is used however long it took: a slow database delays a payment, and never holds it up for good. */
  async #lookIfStale(): Promise<void> {
    if (!this.#isOfToday() || !this.#isFresh()) await this.#lookOnce();
    while (!this.#isOfToday()) await this.#lookOnce();
  }

  #isOfToday(): boolean {
    return this.#day === dayOf(this.#options.clock());
  }

  #isFresh(): boolean {
    return this.#options.clock().getTime() - this.#lookedAtMs < this.#options.freshMs;
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
      const rows = await this.#options.session.query<{ tokens: string }>(spentSql, [`${dayOf(now)}T00:00:00Z`]);
      this.#spentTokens = Number(rows[0]!.tokens);
      this.#paidTokens -= paidBefore;
      this.#day = dayOf(now);
      this.#lookedAtMs = now.getTime();
    } finally {
      this.#looking = undefined;
    }
  }
}

export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** When the next allowance begins. */
export function nextDay(time: Date): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate() + 1));
}
