import { KeyedMutex, type SqlSession } from '@candid/event-store';
import { type Clock } from '@candid/platform';
import { dayOf } from './reward-allowance.js';

export interface AssessorAllowanceOptions {
  session: SqlSession;
  clock: Clock;
  /** Whole tokens that one account may be rewarded with in one day (UTC). */
  dailyCapTokens: number;
}

/** Reads from the end: a day is a short stretch of an account's postings. */
const spentSql = `select coalesce(sum(p.amount), 0)::text as tokens
  from postings p join transfers t using (transfer_id)
 where p.account = $1 and t.code = 'reward' and p.global_position > coalesce((
    select global_position from postings where account = $1 and recorded_at < $2::timestamptz
     order by global_position desc limit 1), 0)`;

/**
 * What an assessor may still be paid today, read from the ledger. One process never exceeds the cap. Several together exceed
 * it at most by what the others are paying at that moment. The first reward of a day is paid however large it is, so that a
 * reward above the cap does not wait for ever.
 */
export class AssessorAllowance {
  readonly #options: AssessorAllowanceOptions;
  readonly #mutex = new KeyedMutex();

  constructor(options: AssessorAllowanceOptions) {
    this.#options = options;
  }

  /** Undefined, and nothing done, if the amount does not fit any more. */
  spend<T>(account: string, amountTokens: number, pay: () => Promise<T>): Promise<T | undefined> {
    return this.#mutex.run(account, async () => {
      const spentTokens = await this.#spentToday(account);
      const fits = spentTokens === 0 || spentTokens + amountTokens <= this.#options.dailyCapTokens;
      return fits ? pay() : undefined;
    });
  }

  async #spentToday(account: string): Promise<number> {
    const since = `${dayOf(this.#options.clock())}T00:00:00Z`;
    const [row] = await this.#options.session.query<{ tokens: string }>(spentSql, [account, since]);
    return Number(row!.tokens);
  }
}
