import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';

export interface TrialBalanceLine {
  account: string;
  debits: number;
  credits: number;
  /** credits − debits */
  balance: number;
}

export interface TrialBalance {
  accounts: TrialBalanceLine[];
  /** Of all balances: 0, or tokens came from nowhere. */
  sum: number;
}

/** Beyond `maxAccounts` lines, users and escrows are one line each: an answer has to fit a message. */
const linesSql = `with line as (
    select account, sum(-amount) filter (where amount < 0) as debits, sum(amount) filter (where amount > 0) as credits
      from postings where ?::timestamptz is null or recorded_at <= ?::timestamptz group by account
  ), shown as (
    select case when account like 'platform:%' or (select count(*) from line) <= ? then account
                else split_part(account, ':', 1) || ':*' end as account, debits, credits
      from line
  )
  select account, coalesce(sum(debits), 0)::text as debits, coalesce(sum(credits), 0)::text as credits
    from shown group by account order by account`;

/** Debits and credits of every account, now or at a date, from the postings themselves. */
@Injectable()
export class TrialBalanceQuery {
  constructor(@Inject(EntityManager) private readonly em: EntityManager) {}

  /** `asOf` in ISO 8601: what was booked by then. */
  async at(asOf: string | undefined, maxAccounts: number): Promise<TrialBalance> {
    const time = asOf ?? null;
    const rows = await this.em
      .fork()
      .execute<{ account: string; debits: string; credits: string }[]>(linesSql, [time, time, maxAccounts]);
    const accounts = rows.map(({ account, debits, credits }) => ({
      account,
      debits: Number(debits),
      credits: Number(credits),
      balance: Number(credits) - Number(debits),
    }));
    return { accounts, sum: accounts.reduce((sum, { balance }) => sum + balance, 0) };
  }
}
