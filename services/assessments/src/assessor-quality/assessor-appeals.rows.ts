import type { SqlSession } from '@candid/event-store';

/** The newest one stands in for those before it. */
export async function recordAppeal(session: SqlSession, assessorId: string, text: string): Promise<void> {
  await session.query(
    `insert into assessor_appeal (assessor_id, text) values ($1, $2)
     on conflict (assessor_id) do update set text = excluded.text`,
    [assessorId, text],
  );
}

export async function forgetAppeal(session: SqlSession, assessorId: string): Promise<void> {
  await session.query('delete from assessor_appeal where assessor_id = $1', [assessorId]);
}
