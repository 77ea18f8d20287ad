import type { SqlSession } from '@candid/event-store';

/** The newest one stands in for those before it. */
export async function recordAppeal(session: SqlSession, raterId: string, text: string): Promise<void> {
  await session.query(
    `insert into rater_appeal (rater_id, text) values ($1, $2)
     on conflict (rater_id) do update set text = excluded.text`,
    [raterId, text],
  );
}

export async function forgetAppeal(session: SqlSession, raterId: string): Promise<void> {
  await session.query('delete from rater_appeal where rater_id = $1', [raterId]);
}
