import type { EventStore } from '@candid/event-store';

const dueSql = `select not exists (select from verified_chain where is_full and verified_at > now() - interval '1 day')
  or not exists (select from verified_ledger where full_at > now() - interval '1 day') as is_due`;

/** True where chain or balances were not found right from the first event on for a day. */
export async function isFullRunDue({ pool }: EventStore): Promise<boolean> {
  return (await pool.query<{ is_due: boolean }>(dueSql)).rows[0]!.is_due;
}
