import { statementTexts } from '../../../lib/texts/statement';
import type { StatementEntry } from '../api/statement';

export interface EntryWords {
  readonly title: string;
  readonly detail: string;
}

/** What an entry is about, in plain words. `isFirst`: the account's very first entry, which is its welcome. */
export function entryWords({ code, amount }: StatementEntry, isFirst: boolean): EntryWords {
  const texts = statementTexts.entries;
  switch (code) {
    case 'grant':
      return isFirst ? texts.welcome : texts.grant;
    case 'hold':
      return amount < 0 ? texts.assessment : texts.released;
    case 'correction':
      return amount < 0 ? texts.correctionDown : texts.correctionUp;
    default:
      return texts[code];
  }
}

/** Tokens that are still the person's but set aside: what the books say less what may be spent. */
export function tokensHeld(entries: readonly StatementEntry[], spendable: number): number {
  const booked = entries[0]?.balance ?? 0;
  return Math.max(0, booked - spendable);
}
