import type { SqlSession } from '@candid/event-store';

export interface UnapprovedCorrection {
  /** The transfer's idempotency key. */
  transferKey: string;
  staffId: string;
  userId: string;
  /** Whether given or taken. */
  tokens: number;
  /** ISO 8601. */
  at: string;
}

/** Lets others who want to add for the same member of staff wait until the transaction ends. */
export async function lockUnapprovedCorrections(session: SqlSession, staffId: string): Promise<void> {
  await session.query(`select pg_advisory_xact_lock(hashtextextended('unapproved corrections ' || $1::text, 0))`, [
    staffId,
  ]);
}

export async function isUnapprovedCorrection(session: SqlSession, transferKey: string): Promise<boolean> {
  const rows = await session.query('select from unapproved_corrections where transfer_key = $1', [transferKey]);
  return rows.length > 0;
}

/** What a member of staff has given or taken since then: on this account, and on all of them. */
export async function sumUnapprovedCorrections(
  session: SqlSession,
  { staffId, userId, since }: { staffId: string; userId: string; since: string },
): Promise<{ onAccount: number; onAll: number }> {
  const [row] = await session.query<{ on_account: number; on_all: number }>(
    `select coalesce(sum(tokens) filter (where user_id = $2::uuid), 0)::float8 as on_account,
        coalesce(sum(tokens), 0)::float8 as on_all
       from unapproved_corrections where staff_id = $1::uuid and booked_at > $3::timestamptz`,
    [staffId, userId, since],
  );
  return { onAccount: row!.on_account, onAll: row!.on_all };
}

export async function addUnapprovedCorrection(session: SqlSession, added: UnapprovedCorrection): Promise<void> {
  await session.query(
    `insert into unapproved_corrections (transfer_key, staff_id, user_id, tokens, booked_at)
     values ($1, $2::uuid, $3::uuid, $4::int, $5::timestamptz) on conflict (transfer_key) do nothing`,
    [added.transferKey, added.staffId, added.userId, added.tokens, added.at],
  );
  // Only the owner of the table may delete, and this function alone does so for others.
  await session.query('select remove_old_unapproved_corrections()');
}
