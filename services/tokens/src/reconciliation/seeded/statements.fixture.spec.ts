import type { Pool } from 'pg';

export interface FoldedAccount {
  entries: { entryId: string; amount: number; balance: number | null }[];
  posted: number;
  held: number;
  /** The lowest spendable balance so far. */
  lowest: number;
}

/** Every account computed from the events alone, without the ledger's own code. */
export async function foldAccounts(pool: Pool): Promise<Map<string, FoldedAccount>> {
  const { rows } = await pool.query(
    `select global_position::text as position, type, data from events where stream_id like 'transfer-%'
      order by events.global_position`,
  );
  const accounts = new Map<string, FoldedAccount>();
  const accountOf = (name: string): FoldedAccount => {
    const known = accounts.get(name) ?? { entries: [], posted: 0, held: 0, lowest: 0 };
    accounts.set(name, known);
    return known;
  };
  for (const { position, type, data } of rows) {
    if (type !== 'TransferPosted') accountOf(data.account).held += data.amountTokens * (type === 'HoldPlaced' ? 1 : -1);
    for (const [name, amount] of Object.entries<number>(data.postings ?? {})) {
      const account = accountOf(name);
      account.posted += amount;
      account.entries.push({
        entryId: position,
        amount,
        balance: name.startsWith('platform:') ? null : account.posted,
      });
    }
    for (const name of [data.account, ...Object.keys(data.postings ?? {})].filter(Boolean)) {
      const account = accountOf(name);
      account.lowest = Math.min(account.lowest, account.posted - account.held);
    }
  }
  return accounts;
}
