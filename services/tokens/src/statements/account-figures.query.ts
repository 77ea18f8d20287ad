import { EventStore, inTransaction } from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import { escrowAccount, userAccount } from '../ledger/domain/accounts.js';
import type { TransferCode } from '../ledger/domain/events.js';
import { eachCodeSql } from '../snapshots/account-snapshots.sql.js';
import { onlyByIndexSql, unreadEventsSql } from '../snapshots/trial-snapshots.sql.js';

export interface PendingHold {
  transferId: string;
  amount: number;
  /** ISO 8601. */
  expiresAt: string;
  at: string;
}

export interface AccountFigures {
  holds: PendingHold[];
  totals: { code: TransferCode; count: number; amount: number }[];
  escrows: { assessmentId: string; tokens: number }[];
}

const shownAtMost = 100;

/** Of all pending transfers, which end within minutes and have an index: a transfer's row does not name its user. */
const holdsSql = `select t.transfer_id, t.amount::text, t.expires_at, t.recorded_at
  from transfers t join events e on e.stream_id = 'transfer-' || t.transfer_id and e.stream_version = 1
 where t.status = 'pending' and e.data->>'account' = $1 order by t.recorded_at desc, t.transfer_id limit ${shownAtMost}`;

/** What the last snapshot has, and the few entries behind it. */
const totalsSql = `with last as (
    select global_position, totals from account_snapshots where account = $1
     order by account_snapshots.recorded_at desc, account_snapshots.global_position desc limit 1
  ), part as (
    select code, (total->>'entries')::bigint as entries, (total->>'credits')::bigint - (total->>'debits')::bigint as amount
      from last, jsonb_each(last.totals) as before(code, total)
    union all
    select t.code, 1, p.amount from postings p ${eachCodeSql}
     where p.account = $1 and p.global_position > coalesce((select global_position from last), 0)
  )
  select code, sum(entries)::int as count, sum(amount)::text as amount from part group by code order by code`;

/** Those known to be open, and what the user has paid into since that was last looked at. */
const escrowsSql = `with paid as (
    select escrow from user_escrows where account = $1 and is_open
    union select escrow from events e, jsonb_object_keys(e.data->'postings') escrow
     where ${unreadEventsSql} and e.data->'postings' ? $1 and escrow like 'escrow:%'
  )
  select paid.escrow as account, a.posted::text
    from paid cross join lateral (select posted from accounts where account = paid.escrow offset 0) a
   where a.posted > 0 order by paid.escrow limit ${shownAtMost}`;

/** What makes up a user's balance, as support reads it. */
@Injectable()
export class AccountFiguresQuery {
  constructor(private readonly store: EventStore) {}

  async of(userId: string): Promise<AccountFigures> {
    const account = userAccount(userId);
    const [holds, totals, escrows] = await Promise.all([
      this.rows<{ transfer_id: string; amount: string; expires_at: Date; recorded_at: Date }>(holdsSql, account),
      this.byIndex<{ code: TransferCode; count: number; amount: string }>(totalsSql, account),
      this.byIndex<{ account: string; posted: string }>(escrowsSql, account),
    ]);
    return {
      holds: holds.map((row) => ({
        transferId: row.transfer_id,
        amount: Number(row.amount),
        expiresAt: row.expires_at.toISOString(),
        at: row.recorded_at.toISOString(),
      })),
      totals: totals.map(({ code, count, amount }) => ({ code, count, amount: Number(amount) })),
      escrows: escrows.map((row) => ({
        assessmentId: row.account.slice(escrowAccount('').length),
        tokens: Number(row.posted),
      })),
    };
  }

  private byIndex<Row extends object>(sql: string, account: string): Promise<Row[]> {
    return inTransaction(this.store.pool, async (session) => {
      await session.query(onlyByIndexSql);
      return session.query<Row>(sql, [account]);
    });
  }

  private async rows<Row extends object>(sql: string, account: string): Promise<Row[]> {
    return (await this.store.pool.query<Row>(sql, [account])).rows;
  }
}
