import { supportTexts } from '../../../lib/texts/support';
import type { AccountEntry } from '../api/account-statement';

interface EntryWords {
  readonly title: string;
  readonly detail: string;
}

/** Why the balance changed, in plain words. `isFirst`: the account's very first entry, which is its welcome. */
export function entryWords({ code, amount }: Pick<AccountEntry, 'code' | 'amount'>, isFirst: boolean): EntryWords {
  const texts = supportTexts.entries;
  switch (code) {
    case 'grant':
      return isFirst ? texts.welcome : texts.grant;
    case 'hold':
      return amount < 0 ? texts.holdOut : texts.holdIn;
    case 'correction':
      return amount < 0 ? texts.correctionOut : texts.correctionIn;
    default:
      return texts[code];
  }
}
