import { MODERATION } from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';

const HOUR_MS = 3_600_000;

/** Photos that notices have held within the last hour. */
export const noticeHoldTable = `create table notice_hold (
  photo_id uuid not null,
  held_at timestamptz not null,
  primary key (photo_id, held_at)
)`;

export const noticeHoldsSql = 'select count(*)::int as held from notice_hold where held_at > $1::timestamptz';

export const anHourBefore = (now: Date): string => new Date(now.getTime() - HOUR_MS).toISOString();

/**
 * Returns whether notices have held as many photos within an hour as they may by themselves. Orders concurrent notices until the
 * transaction ends.
 */
export async function isBreakerOpen(session: SqlSession, now: Date): Promise<boolean> {
  await session.query(`select pg_advisory_xact_lock(hashtextextended('notice holds', 0))`);
  const [row] = await session.query<{ held: number }>(noticeHoldsSql, [anHourBefore(now)]);
  return row!.held >= MODERATION.noticeHoldsPerHourMax;
}

/** Removes the rows that no longer count, too. */
export async function recordNoticeHold(session: SqlSession, photoId: string, now: Date): Promise<void> {
  await session.query('delete from notice_hold where held_at <= $1::timestamptz', [anHourBefore(now)]);
  await session.query('insert into notice_hold (photo_id, held_at) values ($1::uuid, $2::timestamptz)', [
    photoId,
    now.toISOString(),
  ]);
}
