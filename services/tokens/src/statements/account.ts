import { tokensRpc as rpc } from '@candid/contracts';
import { EventStore, inTransaction, type SqlSession, sessionOfClient } from '@candid/event-store';
import { RpcHandler, type Sent } from '@candid/platform';
import { Controller, Injectable } from '@nestjs/common';
import { payableTokensOf } from '../bookings/rewards.js';
import { refundKey, rewardKey } from '../ledger/posted-transfers.js';
import { BalanceQuery, BookedTransfers } from '../ledger/read-model.js';
import {
  escrowAccount,
  isPlatformAccount,
  platformAccounts,
  type TransferCode,
  userAccount,
} from '../ledger/transfer.js';
import {
  accountsSql,
  eachCodeSql,
  lastPositionSql,
  onlyByIndexSql,
  readUpToSql,
  snapshotSql,
  summarySql,
  unreadEventsSql,
} from '../snapshots/snapshots.sql.js';
import { EntriesQuery } from './entries.js';

@Controller()
export class BalanceController {
  constructor(
    private readonly balances: BalanceQuery,
    private readonly booked: BookedTransfers,
    private readonly entries: EntriesQuery,
    private readonly store: EventStore,
  ) {}

  @RpcHandler(rpc.getBalance)
  async getBalance({ userId }: Sent<typeof rpc.getBalance>) {
    return this.balances.of(userId);
  }

  @RpcHandler(rpc.getBalanceAfterReward)
  async getBalanceAfterReward(request: Sent<typeof rpc.getBalanceAfterReward>) {
    const { userId, submissionId, waitMs } = request;
    const booked = await this.booked.waitFor(rewardKey(submissionId), waitMs);
    const payableTokens = booked ? 0 : await this.payableTokens(userId);
    return { available: await this.balances.available(userId), booked, payableTokens };
  }

  @RpcHandler(rpc.getBalanceAfterRefund)
  async getBalanceAfterRefund(request: Sent<typeof rpc.getBalanceAfterRefund>) {
    const { userId, refundId, waitMs } = request;
    const booked = await this.booked.waitFor(refundKey(refundId), waitMs);
    return { available: await this.balances.available(userId), booked };
  }

  @RpcHandler(rpc.getStatement)
  async getStatement({ userId, ...page }: Sent<typeof rpc.getStatement>) {
    const [statement, payableTokens] = await Promise.all([
      this.entries.ownStatement(userId, page),
      this.payableTokens(userId),
    ]);
    return { ...statement, payableTokens };
  }

  private payableTokens(userId: string): Promise<number> {
    return payableTokensOf(sessionOfClient(this.store.pool), userId);
  }
}

interface PendingHold {
  transferId: string;
  amount: number;
  /** ISO 8601. */
  expiresAt: string;
  at: string;
}

interface AccountFigures {
  holds: PendingHold[];
  totals: { code: TransferCode; count: number; amount: number }[];
  escrows: { assessmentId: string; tokens: number }[];
}

const shownAtMost = 100;

/** Reads all pending transfers, which end within minutes and have an index: a transfer's row does not name its user. */
const holdsSql = `select t.transfer_id, t.amount::text, t.expires_at, t.recorded_at
  from transfers t join events e on e.stream_id = 'transfer-' || t.transfer_id and e.stream_version = 1
 where t.status = 'pending' and e.data->>'account' = $1 order by t.recorded_at desc, t.transfer_id limit ${shownAtMost}`;

/** Adds the few entries after the last snapshot to it. */
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

/** Escrows that are noted as open, and those that the user has paid into in events after the checkpoint. */
const escrowsSql = `with paid as (
    select escrow from user_escrows where account = $1 and is_open
    union select escrow from events e, jsonb_object_keys(e.data->'postings') escrow
     where ${unreadEventsSql} and e.data->'postings' ? $1 and escrow like 'escrow:%'
  )
  select paid.escrow as account, a.posted::text
    from paid cross join lateral (select posted from accounts where account = paid.escrow offset 0) a
   where a.posted > 0 order by paid.escrow limit ${shownAtMost}`;

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

interface TrialBalanceLine {
  account: string;
  debits: number;
  credits: number;
  /** credits − debits */
  balance: number;
}

export interface TrialBalance {
  accounts: TrialBalanceLine[];
  /** If not 0, tokens came from nowhere. */
  sum: number;
}

interface LineRow {
  account: string;
  debits: string;
  credits: string;
}

const everyPosition = String(2n ** 63n - 1n);
const countSql = 'select count(*)::int as accounts from (select from accounts limit $1::int) counted';

/** Debits and credits of every account, now or at a date: of the snapshots and of the postings behind them. */
@Injectable()
export class TrialBalanceQuery {
  constructor(private readonly store: EventStore) {}

  /**
   * `asOf` (ISO 8601) includes what was booked by then. If there are more than `maxAccounts` accounts today, all users
   * are one line and all escrows another, so that the answer fits a message.
   */
  at(asOf: string | undefined, maxAccounts: number): Promise<TrialBalance> {
    return inTransaction(this.store.pool, async (session) => {
      await session.query('set transaction isolation level repeatable read, read only');
      const rows = await linesAt(session, asOf ?? 'infinity', maxAccounts);
      const accounts = rows.map(lineOf).sort(byAccount);
      return { accounts, sum: accounts.reduce((sum, { balance }) => sum + balance, 0) };
    });
  }
}

async function linesAt(session: SqlSession, time: string, maxAccounts: number): Promise<LineRow[]> {
  await session.query(onlyByIndexSql);
  const [{ readUpTo }] = (await session.query<{ readUpTo: string }>(readUpToSql)) as [{ readUpTo: string }];
  const [{ before }] = (await session.query<{ before: string }>(snapshotSql, [time, readUpTo])) as [{ before: string }];
  const summary = await session.query<LineRow>(summarySql, [before, time]);
  const [row] = await session.query<{ accounts: number }>(countSql, [maxAccounts]);
  if (row!.accounts + platformAccounts.length > maxAccounts) return summary;
  const accounts = await session.query<LineRow>(accountsSql, [time, await lastPositionAt(session, time, readUpTo)]);
  return [...summary.filter(({ account }) => isPlatformAccount(account)), ...accounts];
}

/** Postings of an account are in the order of their positions, which have an index; those of a time have none. */
async function lastPositionAt(session: SqlSession, time: string, readUpTo: string): Promise<string> {
  const [row] = await session.query<{ position: string | null }>(lastPositionSql, [time, readUpTo]);
  return row?.position ?? everyPosition;
}

function lineOf({ account, debits, credits }: LineRow): TrialBalanceLine {
  return {
    account,
    debits: Number(debits),
    credits: Number(credits),
    balance: Number(credits) - Number(debits),
  };
}

const byAccount = (one: TrialBalanceLine, other: TrialBalanceLine): number => (one.account < other.account ? -1 : 1);
