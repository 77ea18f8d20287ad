import { EventStore, type SqlSession, sessionOfClient } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type TokensSettings } from '../config.js';
import {
  addUnapprovedCorrection,
  isUnapprovedCorrection,
  lockUnapprovedCorrections,
  sumUnapprovedCorrections,
} from './unapproved-corrections.rows.js';

export interface UnapprovedRequest {
  /** The transfer's idempotency key. */
  transferKey: string;
  staffId: string;
  userId: string;
  /** Negative takes tokens away, which counts as much. */
  amountTokens: number;
}

const WINDOW_MS = 24 * 3_600_000;

/** What one member of staff may give or take without a second person within 24 hours, of one account and of all. */
@Injectable()
export class UnapprovedAllowance {
  constructor(
    private readonly store: EventStore,
    @Inject(SETTINGS) private readonly settings: TokensSettings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Puts it down inside the caller's transaction; false where it is more than is left. Others of the same member of staff
   * wait for the transaction's end, so that two at once do not both take what is left. What the ledger refuses
   * afterwards stays counted.
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
