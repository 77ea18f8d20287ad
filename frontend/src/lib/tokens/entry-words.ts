import type { TransferCode } from '@candid/contracts';

interface EntryWords {
  readonly title: string;
  readonly detail: string;
}

type Kind =
  | Exclude<TransferCode, 'hold' | 'correction'>
  | ('welcome' | 'holdOut' | 'holdIn' | 'correctionIn' | 'correctionOut');

type EntryTexts = Readonly<Record<Kind, EntryWords>>;

interface Entry {
  readonly code: TransferCode;
  readonly amount: number;
}

/** Explains in plain words why the balance changed. `isFirst`: the entry is the account's first one, its welcome grant. */
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
