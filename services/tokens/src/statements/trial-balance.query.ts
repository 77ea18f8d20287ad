import { EventStore, inTransaction, type SqlSession } from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import { isPlatformAccount, platformAccounts } from '../ledger/domain/accounts.js';
import { onlyByIndexSql, readUpToSql } from '../snapshots/trial-snapshots.sql.js';
import { accountsSql, lastPositionSql, snapshotSql, summarySql } from './trial-balance.sql.js';

export interface TrialBalanceLine {
  account: string;
  debits: number;
  credits: number;
  /** credits − debits */
  balance: number;
}

export interface TrialBalance {
  accounts: TrialBalanceLine[];
  /** Of all balances: 0, or tokens came from nowhere. */
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
   * `asOf` in ISO 8601: what was booked by then. Where there are more than `maxAccounts` accounts today, users and escrows
   * are one line each: an answer has to fit a message.
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
