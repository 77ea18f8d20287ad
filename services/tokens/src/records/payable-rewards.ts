import type { SqlSession } from '@candid/event-store';

/** For the sum of what waits for one assessor. */
export const payableRewardsIndex = `create index work_items_rewards on work_items ((payload->'reward'->>'raterId'))
  where queue = 'rewards' and completed_at is null`;

/** A reward that waits had an item for each day, with the day at the end of its id. An open one is kept before those that are done. */
export const oneItemPerReward = [
  `delete from work_items where queue = 'rewards' and id not in (
    select distinct on (payload->'reward'->>'submissionId') id from work_items where queue = 'rewards'
     order by payload->'reward'->>'submissionId', completed_at is not null, available_at)`,
  `update work_items set id = 'reward-' || (payload->'reward'->>'submissionId') where queue = 'rewards'`,
];

/** Rewards in tokens that are earned and wait for a day with allowance left. */
export async function payableTokensOf(session: SqlSession, raterId: string): Promise<number> {
  const [row] = await session.query<{ tokens: string }>(
    `select coalesce(sum((payload->'reward'->>'amountTokens')::int), 0)::text as tokens from work_items
      where queue = 'rewards' and completed_at is null and payload->'reward'->>'raterId' = $1`,
    [raterId],
  );
  return Number(row!.tokens);
}
