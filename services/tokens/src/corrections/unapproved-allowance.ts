import type { SqlSession } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Inject, Injectable } from '@nestjs/common';
import { type GiftSettings, SETTINGS } from '../kernel/config.js';

interface UnapprovedRequest {
  /** Idempotency key of the transfer. */
  transferKey: string;
  staffId: string;
  userId: string;
  /** A negative amount takes tokens away and counts as much as a positive one. */
  amountTokens: number;
}

const WINDOW_MS = 24 * 3_600_000;

const lockSql = `select pg_advisory_xact_lock(hashtextextended('unapproved corrections ' || $1::text, 0))`;

const sumSql = `select coalesce(sum(tokens) filter (where user_id = $2::uuid), 0)::float8 as "onAccount",
    coalesce(sum(tokens), 0)::float8 as "onAll"
  from unapproved_corrections where staff_id = $1::uuid and booked_at > $3::timestamptz`;

const addSql = `insert into unapproved_corrections (transfer_key, staff_id, user_id, tokens, booked_at)
  values ($1, $2::uuid, $3::uuid, $4::int, $5::timestamptz) on conflict (transfer_key) do nothing`;

/** Limits the tokens that one staff member gives or takes in 24 hours without approval, per account and in total. */
@Injectable()
export class UnapprovedAllowance {
  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: GiftSettings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Counts the request in the caller's transaction. Returns false if the amount exceeds what is left. Other requests of
   * the same staff member wait for the end of the transaction, so that two requests do not use the same remainder. A
   * request that the ledger refuses later stays counted.
   */
  async takeWithin(
    session: SqlSession,
    { transferKey, staffId, userId, amountTokens }: UnapprovedRequest,
  ): Promise<boolean> {
    await session.query(lockSql, [staffId]);
    if (await isUnapprovedCorrection(session, transferKey)) return true;
    const tokens = Math.abs(amountTokens);
    if (tokens > (await this.leftWithin(session, { staffId, userId }))) return false;
    await session.query(addSql, [transferKey, staffId, userId, tokens, this.clock().toISOString()]);
    // This SQL function has the rights of the table's owner, because the application's role may not delete rows.
    await session.query('select remove_old_unapproved_corrections()');
    return true;
  }

  left(who: { staffId: string; userId: string }): Promise<number> {
    return this.leftWithin(this.database, who);
  }

  private async leftWithin(session: SqlSession, who: { staffId: string; userId: string }): Promise<number> {
    const since = new Date(this.clock().getTime() - WINDOW_MS).toISOString();
    const [row] = await session.query<{ onAccount: number; onAll: number }>(sumSql, [who.staffId, who.userId, since]);
    const { onAccount, onAll } = row!;
    const { CORRECTION_APPROVAL_TOKENS, CORRECTION_DAILY_TOKENS } = this.settings;
    return Math.max(0, Math.min(CORRECTION_APPROVAL_TOKENS - onAccount, CORRECTION_DAILY_TOKENS - onAll));
  }
}

export async function isUnapprovedCorrection(session: SqlSession, transferKey: string): Promise<boolean> {
  const rows = await session.query('select from unapproved_corrections where transfer_key = $1', [transferKey]);
  return rows.length > 0;
}
