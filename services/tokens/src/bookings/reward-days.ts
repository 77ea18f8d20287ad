import type { SqlSession } from '@candid/event-store';

/** One row per day (UTC): how many people were active on the day before, and the tokens that rewards may come to. */
export const rewardDaysTable = `create table reward_days (
  day date primary key,
  active_people integer not null,
  cap_tokens bigint not null
)`;

export interface RewardCapSettings {
  /** Replaces the cap that scales with the active people. */
  fixedTokens?: number | undefined;
  leastTokens: number;
  tokensPerActivePerson: number;
}

const capSql = 'select cap_tokens::text as tokens from reward_days where day = $1::date';

/** Scales with the most active day of the last seven. A person is active on a day with a booking on their account. */
const openDaySql = `insert into reward_days (day, active_people, cap_tokens)
  select $1::date, people, greatest($2::bigint, $3::bigint * greatest(people,
      coalesce((select max(active_people) from reward_days where day > $1::date - 7 and day < $1::date), 0)))
    from (select count(*)::int as people from (
      select account from postings
       where recorded_at >= ($1::date - 1)::timestamp at time zone 'UTC' and recorded_at < $1::date::timestamp at time zone 'UTC'
         and account like 'user:%' group by account) one) active
  on conflict (day) do nothing`;

/**
 * The tokens that all rewards of a day may come to. The first process that asks stores the day's cap.
 * @param day as YYYY-MM-DD
 */
export async function rewardCapOf(session: SqlSession, day: string, settings: RewardCapSettings): Promise<number> {
  const { fixedTokens, leastTokens, tokensPerActivePerson } = settings;
  if (fixedTokens !== undefined) return fixedTokens;
  const stored = async () => (await session.query<{ tokens: string }>(capSql, [day]))[0];
  const found = await stored();
  if (found) return Number(found.tokens);
  await session.query(openDaySql, [day, leastTokens, tokensPerActivePerson]);
  return Number((await stored())!.tokens);
}
