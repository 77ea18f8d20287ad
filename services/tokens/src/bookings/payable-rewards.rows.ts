import type { SqlSession } from '@candid/event-store';

/** For the sum of what waits for one assessor. */
export const payableRewardsIndex = `create index work_items_rewards on work_items ((payload->'reward'->>'assessorId'))
  where queue = 'rewards' and completed_at is null`;

const tokensSql = (where: string) =>
  `select coalesce(sum((payload->'reward'->>'amountTokens')::int), 0)::text as tokens from work_items
    where queue = 'rewards' and completed_at is null and payload->'reward'->>'assessorId' = $1 and ${where}`;

/** Rewards in tokens that are earned and wait for a day with allowance left. */
export async function payableTokensOf(session: SqlSession, assessorId: string): Promise<number> {
  const [row] = await session.query<{ tokens: string }>(tokensSql('true'), [assessorId]);
  return Number(row!.tokens);
}

/** The same of those that were earned before the work item; of all, if there is no such item yet. */
export async function payableTokensBefore(session: SqlSession, assessorId: string, itemId: string): Promise<number> {
  const isBefore = "created_at < coalesce((select created_at from work_items where id = $2), 'infinity')";
  const [row] = await session.query<{ tokens: string }>(tokensSql(isBefore), [assessorId, itemId]);
  return Number(row!.tokens);
}

/** In the order of their times, and never due by themselves. */
const YEARS_UNTIL_RELEASE = 1_000;
const isWaiting = `queue = 'rewards' and completed_at is null and failed_at is null
  and available_at > now() + interval '500 years'`;

/** When a reward is due that waits for `releaseRewards`. */
export function untilReleased(now: Date): Date {
  const until = new Date(now);
  until.setUTCFullYear(now.getUTCFullYear() + YEARS_UNTIL_RELEASE);
  return until;
}

const releaseSql = `with waiting as (
    select id, available_at, (payload->'reward'->>'amountTokens')::int as tokens from work_items
     where ${isWaiting} order by available_at limit $2::int
  ), fitting as (
    select id, sum(tokens) over (order by available_at, id) as tokens_in_all from waiting
  )
  update work_items set available_at = now() from fitting
   where work_items.id = fitting.id and tokens_in_all <= $1::bigint and ${isWaiting} returning work_items.id`;

/**
 * Makes the longest waiting rewards due whose sum is at most `tokens`.
 * @returns how many, at most `limit`
 */
export async function releaseRewards(session: SqlSession, tokens: number, limit: number): Promise<number> {
  return (await session.query(releaseSql, [tokens, limit])).length;
}

/** Rewards in tokens that are due and not yet paid. */
export async function dueTokens(session: SqlSession): Promise<number> {
  const [row] = await session.query<{ tokens: string }>(
    `select coalesce(sum((payload->'reward'->>'amountTokens')::int), 0)::text as tokens from work_items
      where queue = 'rewards' and completed_at is null and failed_at is null and available_at <= now()`,
  );
  return Number(row!.tokens);
}
