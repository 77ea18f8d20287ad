import type { SqlSession } from '@candid/event-store';

/** Undefined also for an account that is going. */
export async function findPersonalDetails(
  session: SqlSession,
  userId: string,
): Promise<{ phoneNumber: string | null } | undefined> {
  const [row] = await session.query<{ phone_number: string | null }>(
    'select phone_number from credentials where user_id = $1 and deletion_requested_at is null',
    [userId],
  );
  return row && { phoneNumber: row.phone_number };
}
