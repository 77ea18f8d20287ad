import type { SqlSession } from '@candid/event-store';
import { escrowAccount } from '../ledger/domain/accounts.js';

export interface EscrowDifference {
  assessmentId: string;
  escrowTokens: number;
  openTokens: number;
}

const prefix = escrowAccount('');

const escrowsSql = `select account, posted::text from accounts
  where posted <> 0 and account in (select unnest($1::text[]) collate "C"
    union select account from postings where recorded_at >= $2::timestamptz and account like 'escrow:%')`;

/** By assessment, of these accounts and of the escrows with postings recorded since the time; never 0. */
export async function escrowTokens(
  session: SqlSession,
  { accounts, movedSince }: { accounts: readonly string[]; movedSince: string },
): Promise<Map<string, number>> {
  const rows = await session.query<{ account: string; posted: string }>(escrowsSql, [accounts, movedSince]);
  return new Map(rows.map(({ account, posted }) => [account.slice(prefix.length), Number(posted)]));
}
