import type { TransferCode } from '@candid/contracts';

export interface EntryWords {
  readonly title: string;
  readonly detail: string;
}

type Kind =
  | 'welcome'
  | 'grant'
  | 'purchase'
  | 'holdOut'
  | 'holdIn'
  | 'consume'
  | 'reward'
  | 'refund'
  | 'restart'
  | 'correctionIn'
  | 'correctionOut'
  | 'expiry';

/** Of every kind of entry, as the one who reads the statement is told of it. */
export type EntryTexts = Readonly<Record<Kind, EntryWords>>;

interface Entry {
  readonly code: TransferCode;
  readonly amount: number;
}

/** Why the balance changed, in plain words. `isFirst`: the account's very first entry, which is its welcome. */
export function entryWords(texts: EntryTexts, { code, amount }: Entry, isFirst: boolean): EntryWords {
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
