import type { SqlSession } from '@candid/event-store';

/** For the sum of what waits for one assessor. */
export const payableRewardsIndex = `create index work_items_rewards on work_items ((payload->'reward'->>'assessorId'))
  where queue = 'rewards' and completed_at is null`;

/** Rewards in tokens that are earned and wait for a day with allowance left. */
export async function payableTokensOf(session: SqlSession, assessorId: string): Promise<number> {
  const [row] = await session.query<{ tokens: string }>(
    `select coalesce(sum((payload->'reward'->>'amountTokens')::int), 0)::text as tokens from work_items
      where queue = 'rewards' and completed_at is null and payload->'reward'->>'assessorId' = $1`,
    [assessorId],
  );
  return Number(row!.tokens);
}
