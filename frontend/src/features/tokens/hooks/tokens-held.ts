import type { StatementEntry } from '../api/statement';

/** Tokens that are still the person's but set aside: what the books say less what may be spent. */
export function tokensHeld(entries: readonly StatementEntry[], spendable: number): number {
  const booked = entries[0]?.balance ?? 0;
  return Math.max(0, booked - spendable);
}
