import type { SqlSession } from '@candid/event-store';

/** Holds that their owners were informed of, until a mail informs them that the photo is back. */
export const statedHoldsTable = `create table stated_holds (
  case_id uuid primary key,
  stated_at timestamptz not null
)`;

/** Age at which a row is removed. A hold that ends without a release leaves its row behind. */
export const STATED_HOLD_AGE_MS = 365 * 24 * 3_600_000;

/** Serialises the mails about one case, so that "your photo is back" is sent only after "it is held". */
export async function lockHoldOfCase(session: SqlSession, caseId: string): Promise<void> {
  await session.query(`select pg_advisory_xact_lock(hashtextextended('hold of case ' || $1, 0))`, [caseId]);
}

export async function noteStatedHold(session: SqlSession, caseId: string, now: Date): Promise<void> {
  await session.query(
    `insert into stated_holds (case_id, stated_at) values ($1::uuid, $2::timestamptz)
     on conflict (case_id) do update set stated_at = excluded.stated_at`,
    [caseId, now.toISOString()],
  );
}

/** Removes the hold. @returns whether the owner was informed of a hold and not yet of its end */
export async function takeStatedHold(session: SqlSession, caseId: string): Promise<boolean> {
  await lockHoldOfCase(session, caseId);
  const rows = await session.query('delete from stated_holds where case_id = $1::uuid returning case_id', [caseId]);
  return rows.length === 1;
}
