import { EventStore, type SqlSession, sessionOfClient } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type TokensSettings } from '../kernel/config.js';

interface UnapprovedRequest {
  /** The transfer's idempotency key. */
  transferKey: string;
  staffId: string;
  userId: string;
  /** Negative takes tokens away, which counts as much. */
  amountTokens: number;
}

const WINDOW_MS = 24 * 3_600_000;

/** Limits what one member of staff gives or takes in 24 hours without a second person, per account and in total. */
@Injectable()
export class UnapprovedAllowance {
  constructor(
    private readonly store: EventStore,
    @Inject(SETTINGS) private readonly settings: TokensSettings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Counts the request inside the caller's transaction. Returns false if it is more than is left. Other requests of the
   * same member of staff wait until the transaction ends, so that two at once do not both take what is left. A request
   * that the ledger refuses later stays counted.
   */
  async takeWithin(
    session: SqlSession,
    { transferKey, staffId, userId, amountTokens }: UnapprovedRequest,
  ): Promise<boolean> {
    await lockUnapprovedCorrections(session, staffId);
    if (await isUnapprovedCorrection(session, transferKey)) return true;
    const tokens = Math.abs(amountTokens);
    if (tokens > (await this.leftWithin(session, { staffId, userId }))) return false;
    await addUnapprovedCorrection(session, { transferKey, staffId, userId, tokens, at: this.clock().toISOString() });
    return true;
  }

  left(who: { staffId: string; userId: string }): Promise<number> {
    return this.leftWithin(sessionOfClient(this.store.pool), who);
  }

  private async leftWithin(session: SqlSession, who: { staffId: string; userId: string }): Promise<number> {
    const since = new Date(this.clock().getTime() - WINDOW_MS).toISOString();
    const { onAccount, onAll } = await sumUnapprovedCorrections(session, { ...who, since });
    const { correctionApprovalTokens, correctionDailyTokens } = this.settings;
    return Math.max(0, Math.min(correctionApprovalTokens - onAccount, correctionDailyTokens - onAll));
  }
}

interface UnapprovedCorrection {
  /** The transfer's idempotency key. */
  transferKey: string;
  staffId: string;
  userId: string;
  tokens: number;
  /** ISO 8601. */
  at: string;
}

/** Blocks other requests of the same member of staff until the transaction ends. */
async function lockUnapprovedCorrections(session: SqlSession, staffId: string): Promise<void> {
  await session.query(`select pg_advisory_xact_lock(hashtextextended('unapproved corrections ' || $1::text, 0))`, [
    staffId,
  ]);
}

export async function isUnapprovedCorrection(session: SqlSession, transferKey: string): Promise<boolean> {
  const rows = await session.query('select from unapproved_corrections where transfer_key = $1', [transferKey]);
  return rows.length > 0;
}

async function sumUnapprovedCorrections(
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

async function addUnapprovedCorrection(session: SqlSession, added: UnapprovedCorrection): Promise<void> {
  await session.query(
    `insert into unapproved_corrections (transfer_key, staff_id, user_id, tokens, booked_at)
     values ($1, $2::uuid, $3::uuid, $4::int, $5::timestamptz) on conflict (transfer_key) do nothing`,
    [added.transferKey, added.staffId, added.userId, added.tokens, added.at],
  );
  // Only the owner of the table may delete, and this function alone does so for others.
  await session.query('select remove_old_unapproved_corrections()');
}
