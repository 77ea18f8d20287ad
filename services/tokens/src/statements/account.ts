import { tokensRpc as rpc, type supportAccountRpc, type supportLedgerRpc } from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';
import { type Reply, RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Injectable } from '@nestjs/common';
import { payableTokensOf } from '../bookings/rewards.js';
import { isoTime } from '../kernel/paging.js';
import { refundKey, rewardKey } from '../ledger/posted-transfers.js';
import { BalanceQuery, BookedTransfers } from '../ledger/read-model.js';
import { isPlatformAccount, platformAccounts, userAccount } from '../ledger/transfer.js';
import {
  accountsSql,
  eachCodeSql,
  lastPositionSql,
  lastSnapshotBy,
  onlyByIndexSql,
  readUpToOf,
  summarySql,
  unreadEventsSql,
} from '../snapshots/snapshots.sql.js';
import { EntriesQuery, maxPosition } from './entries.js';

@Controller()
export class BalanceController {
  constructor(
    private readonly balances: BalanceQuery,
    private readonly booked: BookedTransfers,
    private readonly entries: EntriesQuery,
    private readonly database: Database,
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
    return payableTokensOf(this.database, userId);
  }
}

type AccountFigures = Pick<Reply<typeof supportAccountRpc.getAccount>, 'holds' | 'totals' | 'escrows'>;

const shownAtMost = 100;

/** Reads all pending transfers, because their rows name no user. They are indexed, and few: they end within minutes. */
const holdsSql = `select t.transfer_id as "transferId", t.amount::float8, ${isoTime('t.expires_at')} as "expiresAt",
    ${isoTime('t.recorded_at')} as at
  from transfers t join events e on e.stream_id = 'transfer-' || t.transfer_id and e.stream_version = 1
 where t.status = 'pending' and e.data->>'account' = $1 order by t.recorded_at desc, t.transfer_id limit ${shownAtMost}`;

/** Totals of the last snapshot and the few entries after it. */
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
  select code, sum(entries)::int as count, sum(amount)::float8 as amount from part group by code order by code`;

/** Open escrows of the user, and escrows into which the user paid after the snapshots' checkpoint. */
const escrowsSql = `with paid as (
    select escrow from user_escrows where account = $1 and is_open
    union select escrow from events e, jsonb_object_keys(e.data->'postings') escrow
     where ${unreadEventsSql} and e.data->'postings' ? $1 and escrow like 'escrow:%'
  )
  select split_part(paid.escrow, ':', 2) as "assessmentId", a.posted::float8 as tokens
    from paid cross join lateral (select posted from accounts where account = paid.escrow offset 0) a
   where a.posted > 0 order by paid.escrow limit ${shownAtMost}`;

@Injectable()
export class AccountFiguresQuery {
  constructor(private readonly database: Database) {}

  async of(userId: string): Promise<AccountFigures> {
    const account = userAccount(userId);
    const [holds, totals, escrows] = await Promise.all([
      this.database.query<AccountFigures['holds'][number]>(holdsSql, [account]),
      this.byIndex<AccountFigures['totals'][number]>(totalsSql, account),
      this.byIndex<AccountFigures['escrows'][number]>(escrowsSql, account),
    ]);
    return { holds, totals, escrows };
  }

  private byIndex<Row>(sql: string, account: string): Promise<Row[]> {
    return this.database.transaction(async ({ session }) => {
      await session.query(onlyByIndexSql);
      return session.query<Row>(sql, [account]);
    });
  }
}

type TrialBalance = Reply<typeof supportLedgerRpc.trialBalance>;

type LineRow = Omit<TrialBalance['accounts'][number], 'balance'>;

const countSql = 'select count(*)::int as accounts from (select from accounts limit $1::int) counted';

/** Debits and credits of every account, from the snapshots and the later postings. */
@Injectable()
export class TrialBalanceQuery {
  constructor(private readonly database: Database) {}

  /**
   * `asOf` (ISO 8601) includes everything booked by then. With more than `maxAccounts` accounts today, all users are
   * one line and all escrows another, so the answer fits into a message. If `sum` is not 0, tokens came from nowhere.
   */
  at(asOf: string | undefined, maxAccounts: number): Promise<TrialBalance> {
    return this.database.transaction(async ({ session }) => {
      await session.query('set transaction isolation level repeatable read, read only');
      const rows = await linesAt(session, asOf ?? 'infinity', maxAccounts);
      const accounts = rows.map((row) => ({ ...row, balance: row.credits - row.debits })).sort(byAccount);
      return { accounts, sum: accounts.reduce((sum, { balance }) => sum + balance, 0) };
    });
  }
}

async function linesAt(session: SqlSession, time: string, maxAccounts: number): Promise<LineRow[]> {
  await session.query(onlyByIndexSql);
  const readUpTo = await readUpToOf(session);
  const before = await lastSnapshotBy(session, time, readUpTo);
  const summary = await session.query<LineRow>(summarySql, [before, time]);
  const [row] = await session.query<{ accounts: number }>(countSql, [maxAccounts]);
  if (row!.accounts + platformAccounts.length > maxAccounts) return summary;
  const [last] = await session.query<{ position: string | null }>(lastPositionSql, [time, readUpTo]);
  // An account's postings are ordered and indexed by position, not by time.
  const accounts = await session.query<LineRow>(accountsSql, [time, last?.position ?? maxPosition]);
  return [...summary.filter(({ account }) => isPlatformAccount(account)), ...accounts];
}

const byAccount = (one: LineRow, other: LineRow): number => (one.account < other.account ? -1 : 1);
