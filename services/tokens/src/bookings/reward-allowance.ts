import { type EventStore, inTransaction, KeyedMutex, type SqlSession } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { type GiftSettings, LIMITS, SETTINGS } from '../kernel/config.js';
import { lastSnapshotBy, onlyByIndexSql, readUpToOf } from '../snapshots/snapshots.sql.js';

interface RewardDay {
  paidTokens: number;
  /** Maximum sum of all rewards of the day, in whole tokens. */
  capTokens: number;
}

/**
 * Today's allowance for rewards. One process never exceeds the cap. With several processes, the excess is at most what
 * the others pay during `allowanceFreshMs` and one look-up. A look-up is slow, so its result is valid for longer if
 * less than half of the cap is paid. A look-up first waits for this process's payments, so that each is counted once.
 */
export class RewardAllowance {
  #found: RewardDay = { paidTokens: 0, capTokens: 0 };
  readonly #payments = new Set<Promise<unknown>>();
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #day = '';
  #looking: Promise<void> | undefined;

  /** `lookUp` takes a day as YYYY-MM-DD (UTC). */
  constructor(private readonly options: { lookUp: (day: string) => Promise<RewardDay>; clock: Clock }) {}

  /** Returns undefined and does not pay if the amount exceeds what is left. */
  async spend<T>(amountTokens: number, pay: () => Promise<T>): Promise<T | undefined> {
    const isBelowHalf = this.#found.paidTokens < this.#found.capTokens / 2;
    await this.#lookIfStale(isBelowHalf ? LIMITS.allowanceFreshBelowHalfMs : LIMITS.allowanceFreshMs);
    if (this.#found.paidTokens + amountTokens > this.#found.capTokens) return undefined;
    this.#found.paidTokens += amountTokens;
    const payment = pay();
    this.#payments.add(payment);
    try {
      return await payment;
    } catch (error) {
      this.#found.paidTokens -= amountTokens;
      throw error;
    } finally {
      this.#payments.delete(payment);
    }
  }

  /** Returns the figures, including this process's unfinished payments. */
  async today(): Promise<RewardDay> {
    await this.#lookIfStale(LIMITS.allowanceFreshMs);
    return { ...this.#found };
  }

  /** Accepts a slow look-up's result, so that a slow database delays payments but never blocks them for ever. */
  async #lookIfStale(freshMs: number): Promise<void> {
    const { clock } = this.options;
    if (clock().getTime() - this.#lookedAtMs >= freshMs) await this.#lookOnce();
    while (this.#looking || this.#day !== dayOf(clock())) await this.#lookOnce();
  }

  #lookOnce(): Promise<void> {
    this.#looking ??= this.#look();
    return this.#looking;
  }

  async #look(): Promise<void> {
    try {
      await Promise.allSettled(this.#payments);
      const now = this.options.clock();
      this.#found = await this.options.lookUp(dayOf(now));
      this.#day = dayOf(now);
      this.#lookedAtMs = now.getTime();
    } finally {
      this.#looking = undefined;
    }
  }
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** Returns the midnight (UTC) at the start of the day of `time`, plus `days` days. */
export function daysAfter(time: Date, days: number): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate() + days));
}

/** Reads postings from the newest backwards, because a day is a small part of an account's postings. */
const spentSql = `select coalesce(sum(p.amount), 0)::float8 as tokens
  from postings p join transfers t using (transfer_id)
 where p.account = $1 and t.code = 'reward' and p.global_position > coalesce((
    select global_position from postings where account = $1 and recorded_at < $2::timestamptz
     order by global_position desc limit 1), 0)`;

/**
 * Limits an assessor's rewards per day (UTC). One process never exceeds the cap. With several processes, the excess is
 * at most the others' concurrent payments. A day's first reward is always paid, so that none waits for ever.
 */
@Injectable()
export class AssessorAllowance {
  private readonly mutex = new KeyedMutex();

  constructor(
    @Inject(SETTINGS) private readonly settings: GiftSettings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Returns undefined and does not pay if the amount exceeds what is left. */
  spend<T>(
    session: SqlSession,
    { account, amountTokens }: { account: string; amountTokens: number },
    pay: () => Promise<T>,
  ): Promise<T | undefined> {
    return this.mutex.run(account, async () => {
      const since = `${dayOf(this.clock())}T00:00:00Z`;
      const [row] = await session.query<{ tokens: number }>(spentSql, [account, since]);
      const spentTokens = row!.tokens;
      const fits = spentTokens === 0 || spentTokens + amountTokens <= this.settings.ASSESSOR_DAILY_CAP_TOKENS;
      return fits ? pay() : undefined;
    });
  }
}

const capSql = 'select cap_tokens::float8 as tokens from reward_days where day = $1::date';

/** The cap scales with the busiest of the last 7 days, counted in people with a booking on that day. */
const openDaySql = `insert into reward_days (day, active_people, cap_tokens)
  select $1::date, people, greatest($2::bigint, $3::bigint * greatest(people,
      coalesce((select max(active_people) from reward_days where day > $1::date - 7 and day < $1::date), 0)))
    from (select count(*)::int as people from (
      select account from postings
       where recorded_at >= ($1::date - 1)::timestamp at time zone 'UTC' and recorded_at < $1::date::timestamp at time zone 'UTC'
         and account like 'user:%' group by account) one) active
  on conflict (day) do nothing`;

/** The first caller stores the day's cap. `day` is YYYY-MM-DD. `fixedTokens` replaces the stored cap. */
export async function rewardCapOf(session: SqlSession, day: string, fixedTokens?: number): Promise<number> {
  if (fixedTokens !== undefined) return fixedTokens;
  const stored = async () => (await session.query<{ tokens: number }>(capSql, [day]))[0]?.tokens;
  const found = await stored();
  if (found !== undefined) return found;
  await session.query(openDaySql, [day, LIMITS.rewardCapLeastTokens, LIMITS.rewardCapPerActivePersonTokens]);
  return (await stored())!;
}

/** Rewards before $2: the snapshot of $1 plus later postings. The index on time finds these among years of postings. */
const paidSql = `select (
    coalesce((select debits - credits from trial_snapshots where before = $1::timestamptz and line = 'platform:rewards'), 0)
    - coalesce((select sum(amount) from postings
        where account || '' = 'platform:rewards' and recorded_at >= $1::timestamptz and recorded_at < $2::timestamptz), 0)
  )::float8 as tokens`;

/** Returns the tokens of all rewards since a time (ISO 8601). Snapshots keep the cost constant over the day. */
export function rewardsPaidSince({ pool }: EventStore, since: string): Promise<number> {
  return inTransaction(pool, async (session) => {
    await session.query('set transaction isolation level repeatable read, read only');
    await session.query(onlyByIndexSql);
    const readUpTo = await readUpToOf(session);
    return (await paidUntil(session, 'infinity', readUpTo)) - (await paidUntil(session, since, readUpTo));
  });
}

async function paidUntil(session: SqlSession, time: string, readUpTo: string): Promise<number> {
  const before = await lastSnapshotBy(session, time, readUpTo);
  const [row] = await session.query<{ tokens: number }>(paidSql, [before, time]);
  return row!.tokens;
}
